using static EventSourcingBench.LoadTests.Steps.SummaryTable;

namespace EventSourcingBench.LoadTests.Growth;

/// <summary>What the terminal shows of the suite <c>growth</c>: the first and the last sample of each store.</summary>
internal static class GrowthSummary
{
    private static readonly (string, Func<StepRecord, GrowthSample, string?>)[] Columns =
    [
        ("events", (_, s) => Text($"{s.Events:N0}")),
        ("fill/s", (_, s) => Text($"{s.FillRate:N0}")),
        ("append ms", (_, s) => Milliseconds(s.Append)),
        ("short ms", (_, s) => Milliseconds(s.ShortRead)),
        ("long ms", (_, s) => Milliseconds(s.LongRead)),
        ("catch-up/s", (_, s) => s.CatchUpRate is { } rate ? Text($"{rate:N0}") : null),
        ("delay ms", (_, s) => Milliseconds(s.ProjectionDelay)),
        ("bytes/event", (_, s) => s.EventSize is { } bytes ? Text($"{bytes:N0}") : null),
        ("open ms", (_, s) => Milliseconds(s.Open)),
    ];

    public static string? Ended(Step step, StepRecord record) => record.Growth is not { } growth ? null
        : Text($"{step,-36} {growth.Samples.Count} samples, filled at {record.Throughput:N0} events/s  {record.Verdict.Text}");

    public static Table Table(RunRecord run, IReadOnlyList<StepRecord> steps) =>
        Draw(run, "growth", Columns, steps.SelectMany(step => Rows(step).Select(sample => (step, sample))));

    private static IEnumerable<GrowthSample?> Rows(StepRecord step) => (step.Growth?.Samples ?? []) switch
    {
        [] => (IEnumerable<GrowthSample?>)[null],
        [var first, .., var last] => [first, last],
        var samples => samples,
    };
}
