using System.Globalization;
using CsvHelper;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.Reporting;

/// <summary>The trials of the suite <c>ingest</c>: a row for each, first exactly the published columns, then ours.</summary>
internal static class IngestCsv
{
    private static readonly IReadOnlyList<(string Name, Func<RunRecord, StepRecord, IngestTrial, object?> Value)> Columns =
    [
        ("cluster_type", (_, s, _) => ClusterType(s.Ingest!)),
        ("node_count", (_, s, _) => s.Ingest!.Nodes),
        ("event_type", (_, s, _) => s.Ingest!.EventType),
        ("buffer_type", (_, s, _) => s.Ingest!.BufferMode),
        ("buffer_size_in_bytes", (_, s, _) => s.Ingest!.BufferBytes),
        ("event_count", (_, s, _) => s.Ingest!.Count),
        ("trial", (_, _, t) => t.Number),
        ("duration_in_ms", (_, _, t) => t.Duration.TotalMilliseconds),
        ("measured_on", (_, _, t) => t.MeasuredOn.ToUniversalTime().ToString("yyyy-MM-dd'T'HH:mm:ss.fff'Z'", CultureInfo.InvariantCulture)),
        ("store", (_, s, _) => s.Store),
        ("durability", (r, s, _) => r.Stores.FirstOrDefault(x => x.Name == s.Store)?.Durability),
        ("warm", (_, _, t) => t.Warm ? "true" : "false"),
        ("acknowledged", (_, _, t) => t.Acknowledged),
        ("overflowed", (_, _, t) => t.Overflowed),
        ("failed", (_, _, t) => t.Failed),
        ("flushes", (_, _, t) => t.Flushes),
        ("events_per_second", (_, _, t) => t.EventsPerSecond),
        ("kept", (_, s, _) => s.Ingest!.ClusterType),
        ("via", (_, s, _) => s.Ingest!.Remote ? "http" : "direct"),
        ("node_died", (_, s, t) => s.Ingest!.NodeDeath is not null && t == s.Ingest.Trials[^1] ? "true" : "false"),
        ("verdict", (_, s, _) => Verdicts.Label(Verdicts.StateOf(s.Verdict))),
    ];

    /// <summary>All trials of all runs; null where there is none.</summary>
    public static string? Render(IReadOnlyList<RunFolder> runs)
    {
        var rows = (from run in runs
                    from step in run.Steps
                    where step.Ingest is not null
                    from trial in step.Ingest!.Trials
                    select Columns.Select(c => Field(c.Value(run.Run, step, trial))).ToArray()).ToList();
        if (rows.Count == 0)
        {
            return null;
        }

        using var text = new StringWriter(CultureInfo.InvariantCulture);
        using (var csv = CsvWriter.Create(text, Options, leaveOpen: true))
        {
            csv.WriteHeader([.. Columns.Select(c => c.Name)]);
            rows.ForEach(csv.WriteRecord);
        }

        return text.ToString();
    }

    /// <summary>What <c>cluster_type</c> says: <c>remote</c> over HTTP, else how the store keeps its events.</summary>
    public static string ClusterType(IngestRecord ingest) => ingest.Remote ? "remote" : ingest.ClusterType;

    private static CsvWriterOptions Options => CsvWriterOptions.Default with { NewLine = "\n", Injection = CsvInjection.Escape };

    private static string Field(object? value) => value switch
    {
        IFormattable number => number.ToString(null, CultureInfo.InvariantCulture),
        _ => value?.ToString() ?? string.Empty,
    };
}
