using Spectre.Console;

namespace EventSourcingBench.LoadTests.Faults;

internal static class FaultSummary
{
    private static readonly string[] Headings =
        ["load", "fault", "times", "recovered", "first success", "longest pause", "full rate", "acknowledged", "lost", "unknown"];

    public static Table Table(RunRecord run, IReadOnlyList<StepRecord> steps) => SummaryTable.Draw(
        run, FaultRecord.Name, Headings,
        steps.Select(s => (s, s.Detail<FaultRecord>(FaultRecord.Name) is { } record
            ? CellsOf(s.Verdict, record) : Enumerable.Repeat("-", Headings.Length))));

    private static IEnumerable<string> CellsOf(VerdictRecord verdict, FaultRecord record) =>
    [
        record.Load,
        record.Fault,
        record.WhyNot is null ? SummaryTable.Text($"{record.Times}") : "not possible",
        SummaryTable.Text($"{record.Recovered}"),
        Format.Duration(record.FirstSuccess?.TotalMilliseconds),
        Format.Duration(record.LongestPause?.TotalMilliseconds),
        Format.Duration(record.FullRate?.TotalMilliseconds),
        SummaryTable.Text($"{verdict.Acknowledged:N0}"),
        SummaryTable.Text($"{verdict[FindingKind.Lost]:N0}"),
        SummaryTable.Text($"{verdict.UnknownOutcomes:N0}"),
    ];
}
