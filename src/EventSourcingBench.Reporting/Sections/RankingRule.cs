namespace EventSourcingBench.Reporting.Sections;

/// <summary>How the stores of a suite are ranked. <c>May</c>: whether a step has what is ranked; its verdict must have passed in any case.
/// <c>Missing</c>: why a store with these steps, none of which may be ranked, has no place. <c>At</c>: where steps of one tier, at
/// least one, are compared. <c>By</c>: what single loads are compared by; null where they are not.</summary>
internal sealed record RankingRule(
    string Measure, Func<Cell, bool> May, Func<IReadOnlyList<Cell>, string> Missing, Func<IReadOnlyList<Cell>, RankingPlace> At,
    ComparedValue? By)
{
    /// <summary>Whether the steps of a run are ranked by this. The first rule of a suite that applies is taken.</summary>
    public Func<IReadOnlyList<Cell>, bool> Applies { get; init; } = _ => true;
}

/// <summary>Where and by what value the stores of one tier are compared. <c>At</c> stands for <c>{at}</c> in the texts.</summary>
internal sealed record RankingPlace(
    SuiteDefinition Suite, ReportRanking Ranking, string At, Func<Cell, Estimate> Measured, ComparedValue By)
{
    public Func<Cell, bool> Has { get; init; } = _ => true;

    /// <summary>What stores are sorted by, ascending; also which step stands for a store, unless <see cref="BestOrder"/> says so.</summary>
    public Func<Cell, IComparable> Order { get; init; } = c => Measured(c).Median;

    /// <summary>What the steps of one store are sorted by: the first one stands for it. Default: <see cref="Order"/>.</summary>
    public Func<Cell, IComparable>? BestOrder { get; init; }

    /// <summary>Whether the comparison decides which of two stores is before the other, in several trials. Default: it does.</summary>
    public Func<Cell, Cell, bool> MayTie { get; init; } = (_, _) => true;

    public Func<Cell, bool> Sustained { get; init; } = _ => true;

    public Func<Cell, ReportRanking> Texts { get; init; } = _ => Ranking;

    public IReadOnlyList<Column<Cell>> Columns { get; init; } = SectionBuilder.Columns(Suite, Ranking.Columns);

    public string Say(string text) => text.Replace("{at}", At, StringComparison.Ordinal);

    public string Say(string text, Cell cell) => new RowValues(Suite, cell).Filled(Say(text))!;

    public IEnumerable<string> Remarks(Cell cell) => new RowValues(Suite, cell) is var row
        ? Ranking.Remarks.Where(r => row.Has(r.Key)).Select(r => row.Filled(r.Value)).OfType<string>() : [];
}
