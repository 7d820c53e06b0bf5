namespace EventSourcingBench.Reporting.Building;

/// <summary>The tables of a suite that belong to no chart.</summary>
internal static class SuiteTables
{
    private const int MostErrors = 40;

    private static readonly IReadOnlyList<Outcome> OutcomesShown = [Outcome.Success, .. OutcomeTitles.Unsuccessful];

    public static IEnumerable<TableModel> Build(string suite, IReadOnlyList<Drawn> sections, IReadOnlyList<Cell> cells,
        IReadOnlyList<RunFolder> runs) =>
    [
        ParametersTable.Build(suite, runs), .. sections.SelectMany(s => s.Tables(cells)), Outcomes(cells), Errors(cells),
        VerdictTable.All(cells),
    ];

    private static TableModel Outcomes(IReadOnlyList<Cell> cells) => TableRows.Of(
        "Outcomes of all requests",
        cells.SelectMany(c => Operations(c).Select(o => (Cell: c, Name: o.Key, Totals: LoadTotals.Of(o)))),
        [
            new("Store", o => o.Cell.Name), new("Load", o => o.Cell.Load.Label), new("Operation", o => o.Name),
            .. OutcomesShown.Select(shown =>
                new Column<(Cell Cell, string Name, LoadTotals Totals)>(Format.Capital(shown.Title()), o => o.Totals[shown])),
            new(FailedColumn.Head, o => Format.Percent(o.Totals.FailedShare)),
            new("Unknown outcomes", o => o.Cell.Trials.Sum(t => t.Verdict.UnknownOutcomes)),
            new("of them applied", o => o.Cell.Trials.Sum(t => t.Verdict.UnknownApplied)),
        ]);

    private static TableModel Errors(IReadOnlyList<Cell> cells) => TableRows.Of(
        "Errors, most frequent first",
        cells.SelectMany(c => c.Trials.SelectMany(t => t.Errors)
                .GroupBy(e => e.Key, StringComparer.Ordinal)
                .Select(g => (Cell: c, Message: g.Key, Times: g.Sum(e => e.Value))))
            .OrderByDescending(e => e.Times)
            .ThenBy(e => e.Message, StringComparer.Ordinal)
            .Take(MostErrors),
        [new("Store", e => e.Cell.Name), new("Load", e => e.Cell.Load.Label), new("Times", e => e.Times), new("Message", e => e.Message)]);

    private static IEnumerable<IGrouping<string, OperationRecord>> Operations(Cell cell) =>
        cell.Trials.SelectMany(t => t.Operations).GroupBy(o => o.Operation, StringComparer.Ordinal)
            .OrderBy(g => g.Key, StringComparer.Ordinal);
}
