using System.Globalization;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.Reporting;

/// <summary>The tables of a suite that belong to no chart.</summary>
internal static class SuiteTables
{
    private const int MostErrors = 40;

    private static readonly IReadOnlyList<Outcome> OutcomesShown = [Outcome.Success, .. OutcomeTitles.Unsuccessful];

    public static IEnumerable<TableModel> Build(string suite, SuiteReport report, IReadOnlyList<Cell> cells,
        IReadOnlyList<RunFolder> runs) =>
        [ParametersOf(suite, runs), .. report.Tables(cells), Outcomes(cells), Errors(cells), VerdictTable.All(cells)];

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
            .. runs.Select((run, index) => (run.Run, Letter: Letters.Of(index, runs.Count),
                Workload: run.Run.Workloads.GetValueOrDefault(suite)))
                .Where(r => r.Workload is not null)
                .Select(r => (IReadOnlyList<string>)
                [
                    r.Letter.Length == 0 ? r.Run.Id : r.Letter, List(r.Workload!.Copies), List(r.Workload.Rates),
                    r.Workload.Ramp ? "ramp" : "constant", Format.Span(r.Workload.Duration), Format.Span(r.Workload.WarmUp),
                    r.Workload.Trials.ToString(CultureInfo.InvariantCulture), Format.Count(r.Workload.Streams),
                    Format.Span(r.Workload.Timeout),
                    r.Run.Via, r.Run.Together ? "stores together" : "one store after the other",
                ]),
        ]);

    private static TableModel Outcomes(IReadOnlyList<Cell> cells) => Table.Of(
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

    private static TableModel Errors(IReadOnlyList<Cell> cells) => Table.Of(
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

    private static string List<T>(IReadOnlyList<T> values)
        where T : IFormattable =>
        values.Count == 0 ? Format.None : string.Join(", ", values.Select(v => v.ToString("#,0.###", CultureInfo.InvariantCulture)));
}
