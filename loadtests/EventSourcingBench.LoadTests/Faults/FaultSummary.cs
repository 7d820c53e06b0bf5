using static EventSourcingBench.LoadTests.Steps.SummaryTable;

namespace EventSourcingBench.LoadTests.Faults;

internal static class FaultSummary
{
    private static readonly (string, Func<StepRecord, FaultRecord, string?>)[] Columns =
    [
        ("load", (_, f) => f.Load),
        ("fault", (_, f) => f.Fault),
        ("times", (_, f) => f.WhyNot is null ? Text($"{f.Times}") : "not possible"),
        ("recovered", (_, f) => Text($"{f.Recovered}")),
        ("first success", (_, f) => Format.Duration(f.FirstSuccess?.TotalMilliseconds)),
        ("longest pause", (_, f) => Format.AtLeast(
            Format.Duration(f.LongestPause?.TotalMilliseconds), f.LongestPauseIsLowerBound)),
        ("full rate", (_, f) => Format.Duration(f.FullRate?.TotalMilliseconds)),
        ("acknowledged", (s, _) => Text($"{s.Verdict.Acknowledged:N0}")),
        ("lost", (s, _) => Text($"{s.Verdict[FindingKind.Lost]:N0}")),
        ("unknown", (s, _) => Text($"{s.Verdict.UnknownOutcomes:N0}")),
    ];

    public static Table Table(RunRecord run, IReadOnlyList<StepRecord> steps) =>
        Draw(run, FaultRecord.Name, Columns, steps.Select(s => (s, s.Detail<FaultRecord>(FaultRecord.Name))));
}
