using EventSourcingBench.Measurement;

namespace EventSourcingBench.Reporting;

/// <summary>The tables of a suite that belong to no chart.</summary>
internal static class SuiteTables
{
    private const int MostErrors = 40;

    private static readonly IReadOnlyList<Outcome> OutcomesShown = [Outcome.Success, .. OutcomeTitles.Unsuccessful];

    public static IReadOnlyList<TableModel> Build(string suite, IReadOnlyList<Cell> cells, IReadOnlyList<RunFolder> runs)
    {
        var tables = new List<TableModel>();
        AddIfAny(ParametersTable.Build(suite, runs));
        AddIfAny(EnrolmentTable.Build(cells, runs.Count));
        AddIfAny(SloTable.Highest(cells, runs.Count));
        AddIfAny(ReservationTable.Build(cells, runs.Count));
        AddIfAny(ProcessTable.Build(cells, runs.Count));
        AddIfAny(SloTable.Probes(cells, runs.Count));
        AddIfAny(GrowthTables.Change(cells, runs.Count));
        tables.AddRange(Published.TablesOf(suite));
        AddIfAny(Outcomes(cells, runs.Count));
        AddIfAny(Errors(cells, runs.Count));
        AddIfAny(VerdictTable.Build(cells, runs.Count));
        return tables;

        void AddIfAny(TableModel table)
        {
            if (table.Rows.Count > 0)
            {
                tables.Add(table);
            }
        }
    }

    private static TableModel Outcomes(IReadOnlyList<Cell> cells, int runs) => new(
        "Outcomes of all requests",
        [
            new("Store"), new("Load"), new("Operation"),
            .. OutcomesShown.Select(o => new TableColumn(Format.Capital(o.Title()), true)), FailedColumn.OfRequests,
            new("Unknown outcomes", true), new("of them applied", true),
        ],
        [
            .. cells.SelectMany(c => Operations(c).Select(o => (Cell: c, o.Key, Totals: LoadTotals.Of(o)))).Select(o => (IReadOnlyList<string>)
            [
                Letters.StoreName(o.Cell, runs), o.Cell.Load.Label, o.Key,
                .. OutcomesShown.Select(outcome => Format.Count(o.Totals[outcome])), Format.Percent(o.Totals.FailedShare),
                Format.Count(o.Cell.Trials.Sum(t => t.Verdict.UnknownOutcomes)), Format.Count(o.Cell.Trials.Sum(t => t.Verdict.UnknownApplied)),
            ]),
        ]);

    private static TableModel Errors(IReadOnlyList<Cell> cells, int runs) => new(
        "Errors, most frequent first",
        [new("Store"), new("Load"), new("Times", true), new("Message")],
        [
            .. cells.SelectMany(c => c.Trials.SelectMany(t => t.Errors)
                    .GroupBy(e => e.Key, StringComparer.Ordinal)
                    .Select(g => (Cell: c, Message: g.Key, Times: g.Sum(e => e.Value))))
                .OrderByDescending(e => e.Times)
                .ThenBy(e => e.Message, StringComparer.Ordinal)
                .Take(MostErrors)
                .Select(e => (IReadOnlyList<string>)[Letters.StoreName(e.Cell, runs), e.Cell.Load.Label, Format.Count(e.Times), e.Message]),
        ]);

    private static IEnumerable<IGrouping<string, OperationRecord>> Operations(Cell cell) =>
        cell.Trials.SelectMany(t => t.Operations).GroupBy(o => o.Operation, StringComparer.Ordinal).OrderBy(g => g.Key, StringComparer.Ordinal);
}
