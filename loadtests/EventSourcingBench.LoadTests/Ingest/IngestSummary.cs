using Spectre.Console;
using static EventSourcingBench.LoadTests.Steps.SummaryTable;

namespace EventSourcingBench.LoadTests.Ingest;

internal static class IngestSummary
{
    private static readonly string[] Headings = ["events", "buffer", "trials", "median", "max", "refused", "failed"];

    public static string? Ended(Step step, StepRecord record)
    {
        if (record.Ingest is not { } ingest)
            return null;

        var death = ingest.NodeDeath is { } node ? Text($"  a node died, pause {node.Pause.TotalSeconds:0.0} s") : "";
        var full = ingest.Overflowed > 0 ? Text($"  {ingest.Overflowed:N0} refused") : "";
        return Text($"{step,-54} {record.Throughput,9:N0} events/s{full}{death}  {record.Verdict.Text}");
    }

    public static Table Table(RunRecord run, IReadOnlyList<StepRecord> steps) => Draw(
        run,
        run.Via == Via.Http ? "ingest over HTTP, events/s" : "ingest, events/s",
        Headings,
        steps.Select(s => (Step: s, Ingest: s.Ingest!))
            .OrderBy(s => s.Ingest.BufferMode, StringComparer.Ordinal).ThenBy(s => s.Ingest.BufferBytes).ThenBy(s => s.Ingest.Count)
            .Select(s => (s.Step, Cells(s.Step, s.Ingest))));

    private static IEnumerable<string> Cells(StepRecord step, IngestRecord ingest) =>
    [
        Text($"{ingest.Count:N0}"),
        $"{ingest.BufferMode} {SizeText.Of(ingest.BufferBytes)}",
        Text($"{ingest.Trials.Count}"),
        Rate(step, step.Throughput),
        Rate(step, ingest.Trials.Select(t => t.EventsPerSecond).DefaultIfEmpty().Max()),
        Text($"{ingest.Overflowed:N0}"),
        Text($"{ingest.Failed:N0}"),
    ];
}
