using Spectre.Console;
using static EventSourcingBench.LoadTests.Steps.SummaryTable;

namespace EventSourcingBench.LoadTests.Growth;

/// <summary>What the terminal shows of the suite <c>growth</c>: the first and the last sample of each store.</summary>
internal static class GrowthSummary
{
    private static readonly string[] Headings =
        ["events", "fill/s", "append ms", "short ms", "long ms", "catch-up/s", "delay ms", "bytes/event", "open ms"];

    public static string? Ended(Step step, StepRecord record) => record.Growth is not { } growth ? null
        : Text($"{step,-36} {growth.Samples.Count} samples, filled at {record.Throughput:N0} events/s  {record.Verdict.Text}");

    public static Table Table(RunRecord run, IReadOnlyList<StepRecord> steps) =>
        Draw(run, "growth", Headings, steps.SelectMany(step => Rows(step).Select(cells => (step, cells))));

    private static IEnumerable<IEnumerable<string>> Rows(StepRecord step) => (step.Growth?.Samples ?? []) switch
    {
        [] => [Enumerable.Repeat("-", Headings.Length)],
        [var first, .., var last] => [Cells(first), Cells(last)],
        var samples => samples.Select(Cells),
    };

    private static IEnumerable<string> Cells(GrowthSample sample) =>
    [
        Text($"{sample.Events:N0}"),
        Text($"{sample.FillRate:N0}"),
        Milliseconds(sample.Append),
        Milliseconds(sample.ShortRead),
        Milliseconds(sample.LongRead),
        sample.CatchUpRate is { } rate ? Text($"{rate:N0}") : "-",
        Milliseconds(sample.ProjectionDelay),
        sample.EventSize is { } bytes ? Text($"{bytes:N0}") : "-",
        Milliseconds(sample.Open),
    ];

    private static string Milliseconds(TimeSpan? time) => time is { } t ? Text($"{t.TotalMilliseconds:0.00}") : "-";
}
