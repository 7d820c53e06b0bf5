using System.Globalization;
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
        AddIfAny(ParametersOf(suite, runs));
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

    private static TableModel ParametersOf(string suite, IReadOnlyList<RunFolder> runs)
    {
        var workloads = runs.Select(r => r.Run.Workloads.GetValueOrDefault(suite)).OfType<WorkloadRecord>().ToList();
        return workloads.Exists(w => w.Counts.Count > 0) ? IngestTables.Parameters(suite, runs)
            : workloads.Exists(w => w.Shows > 0) ? ReservationParameters.Table(suite, runs)
            : workloads.Exists(w => w.Events > 0) ? GrowthTables.Parameters(suite, runs)
            : Parameters(suite, runs);
    }

    private static TableModel Parameters(string suite, IReadOnlyList<RunFolder> runs) => new(
        "Parameters",
        [
            new("Run"), new("Copies"), new("Rates (/s)"), new("Shape"), new("Measured"), new("Warm-up"), new("Trials", true),
            new("Streams", true), new("Timeout"), new("Via"), new("Order"),
        ],
        [
            .. runs.Select((run, index) => (run.Run, Letter: Letters.Of(index, runs.Count), Workload: run.Run.Workloads.GetValueOrDefault(suite)))
                .Where(r => r.Workload is not null)
                .Select(r => (IReadOnlyList<string>)
                [
                    r.Letter.Length == 0 ? r.Run.Id : r.Letter, List(r.Workload!.Copies), List(r.Workload.Rates),
                    r.Workload.Ramp ? "ramp" : "constant", Format.Span(r.Workload.Duration), Format.Span(r.Workload.WarmUp),
                    r.Workload.Trials.ToString(CultureInfo.InvariantCulture), Format.Count(r.Workload.Streams), Format.Span(r.Workload.Timeout),
                    r.Run.Via, r.Run.Together ? "stores together" : "one store after the other",
                ]),
        ]);

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

    private static string List<T>(IReadOnlyList<T> values)
        where T : IFormattable =>
        values.Count == 0 ? Format.None : string.Join(", ", values.Select(v => v.ToString("#,0.###", CultureInfo.InvariantCulture)));
}
