namespace EventSourcingBench.Reporting.Sections;

/// <summary>How the stores of a suite are ranked. <c>May</c>: whether a step has what is ranked; its verdict must have passed in any case.
/// <c>Missing</c>: why a store with these steps, none of which may be ranked, has no place. <c>At</c>: where steps of one tier, at
/// least one, are compared. <c>By</c>: what single loads are compared by; null where they are not. <c>If</c>: whether the steps of a run
/// are ranked by this: the first rule of a suite that applies is taken; null: they are.</summary>
internal sealed record RankingRule(
    string Measure, Func<Cell, bool> May, Func<IReadOnlyList<Cell>, string> Missing, Func<IReadOnlyList<Cell>, RankingPlace> At,
    ComparedValue? By, Func<IReadOnlyList<Cell>, bool>? If = null);

/// <summary>Where and by what value the stores of one tier are compared. <c>At</c> stands for <c>{at}</c> in the texts. <c>Has</c>: whether
/// a step is compared; default: each is. <c>Order</c>: what stores are sorted by, ascending; default: the measured value. <c>BestOrder</c>:
/// what the steps of one store are sorted by, of which the first one stands for it; default: the order of stores. <c>MayTie</c>: whether
/// the comparison decides which of two stores is before the other, in several trials; default: it does. <c>Texts</c>: default: those of the
/// ranking. <c>Columns</c>: default: likewise.</summary>
internal sealed record RankingPlace(
    SuiteDefinition Suite, ReportRanking Ranking, string At, Func<Cell, Estimate> Measured, ComparedValue By, Func<Cell, bool>? Has = null,
    Func<Cell, IComparable>? Order = null, Func<Cell, IComparable>? BestOrder = null, Func<Cell, Cell, bool>? MayTie = null,
    Func<Cell, bool>? Sustained = null, Func<Cell, ReportRanking>? Texts = null, IReadOnlyList<Column<Cell>>? Columns = null)
{
    public string Say(string text) => text.Replace("{at}", At, StringComparison.Ordinal);

    public string Say(string text, Cell cell) => new RowValues(Suite, cell).Filled(Say(text))!;

    public IEnumerable<string> Remarks(Cell cell) => new RowValues(Suite, cell) is var row
        ? Ranking.Remarks.Where(r => row.Has(r.Key)).Select(r => row.Filled(r.Value)).OfType<string>() : [];
}
