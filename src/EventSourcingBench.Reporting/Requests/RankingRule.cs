namespace EventSourcingBench.Reporting.Requests;

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
