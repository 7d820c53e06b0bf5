namespace EventSourcingBench.Reporting.Sections;

/// <summary>How the stores of a suite are ranked, as the suite describes it.</summary>
/// <param name="Measure">What they are ranked by, in a few words.</param>
internal sealed record RankingRule(string Measure)
{
    /// <summary>Whether the steps of a run are ranked by this. The first rule of a suite that applies is taken.</summary>
    public Func<IReadOnlyList<Cell>, bool> Applies { get; init; } = _ => true;

    /// <summary>Whether a step has what is ranked; that its verdict passed is asked for in any case.</summary>
    public required Func<Cell, bool> May { get; init; }

    /// <summary>Why a store with these steps, none of which may be ranked, has no place.</summary>
    public required Func<IReadOnlyList<Cell>, string> Missing { get; init; }

    /// <summary>Where steps of one tier, at least one, are compared.</summary>
    public required Func<IReadOnlyList<Cell>, RankingPlace> At { get; init; }
}

/// <summary>Where and by what the stores of one tier are compared.</summary>
/// <param name="Rule">The rule in one sentence.</param>
internal sealed record RankingPlace(string Rule)
{
    /// <summary>Whether a step was measured there. Default: each was.</summary>
    public Func<Cell, bool> Has { get; init; } = _ => true;

    /// <summary>What the other stores lack.</summary>
    public string Lacks { get; init; } = string.Empty;

    /// <summary>The value that a step is ranked by.</summary>
    public required Func<Cell, Estimate> Measured { get; init; }

    /// <summary>What stores are sorted by, ascending; also which step stands for a store, unless <see cref="BestOrder"/> says so.</summary>
    public required Func<Cell, IComparable> Order { get; init; }

    /// <summary>What the steps of one store are sorted by: the first one stands for it. Default: <see cref="Order"/>.</summary>
    public Func<Cell, IComparable>? BestOrder { get; init; }

    /// <summary>Whether the order of two stores may be uncertain where their intervals overlap. Default: it may.</summary>
    public Func<Cell, Cell, bool> MayTie { get; init; } = (_, _) => true;

    /// <summary>Whether a step kept the rate that was asked for.</summary>
    public Func<Cell, bool> Sustained { get; init; } = _ => true;

    /// <summary>What the best step did, better than the others: <c>appended most</c>.</summary>
    public required Func<Cell, string> Best { get; init; }

    /// <summary>What the only step did: <c>appended</c>.</summary>
    public required Func<Cell, string> Only { get; init; }

    /// <summary>The figure of the answer with its unit: <c>5,120 a second</c>.</summary>
    public required Func<Cell, string> Figure { get; init; }

    /// <summary>Under which condition, with a space or comma before it: <c> at 8 copies</c>.</summary>
    public required Func<Cell, string> Condition { get; init; }

    /// <summary>The columns between the store and the remarks.</summary>
    public required IReadOnlyList<Column<Cell>> Columns { get; init; }

    /// <summary>What else a reader must know of a step.</summary>
    public Func<Cell, IEnumerable<string>> Remarks { get; init; } = _ => [];
}
