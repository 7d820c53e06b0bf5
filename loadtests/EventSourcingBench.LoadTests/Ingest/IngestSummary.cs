using static EventSourcingBench.LoadTests.Steps.SummaryTable;

namespace EventSourcingBench.LoadTests.Ingest;

internal static class IngestSummary
{
    private static readonly (string, Func<StepRecord, IngestRecord, string?>)[] Columns =
    [
        ("events", (_, i) => Text($"{i.Count:N0}")),
        ("buffer", (_, i) => $"{i.BufferMode} {SizeText.Of(i.BufferBytes)}"),
        ("trials", (_, i) => Text($"{i.Trials.Count}")),
        ("median", (s, _) => Rate(s, s.Throughput)),
        ("max", (s, i) => Rate(s, i.Maximum ?? 0)),
        ("refused", (_, i) => Text($"{i.Overflowed:N0}")),
        ("failed", (_, i) => Text($"{i.Failed:N0}")),
    ];

    public static string Ended(Step step, StepRecord record)
    {
        var ingest = record.Ingest!;
        var death = ingest.NodeDeath is { } node ? $"  a node died, pause {node.PauseText}" : "";
        var full = ingest.Overflowed > 0 ? Text($"  {ingest.Overflowed:N0} refused") : "";
        return Text($"{step,-54} {record.Throughput,9:N0} events/s{full}{death}  {record.Verdict.Text}");
    }

    public static Table Table(RunRecord run, IReadOnlyList<StepRecord> steps) => Draw(
        run, run.Via == Via.Http ? "ingest over HTTP, events/s" : "ingest, events/s", Columns,
        steps.Select(s => (Step: s, s.Ingest))
            .OrderBy(s => s.Ingest!.BufferMode, StringComparer.Ordinal).ThenBy(s => s.Ingest!.BufferBytes).ThenBy(s => s.Ingest!.Count));
}
