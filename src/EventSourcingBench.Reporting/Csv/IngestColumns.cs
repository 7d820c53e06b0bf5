namespace EventSourcingBench.Reporting;

/// <summary>The columns of <c>results.csv</c> that an ingest adds; README.md says what each holds.</summary>
internal static class IngestColumns
{
    /// <summary>After those of <see cref="CsvColumns"/>, only in reports with an ingest.</summary>
    public static IReadOnlyList<CsvColumn> All { get; } =
    [
        new("cluster_type", r => r.Step.Ingest is { } ingest ? IngestCsv.ClusterType(ingest) : null),
        new("node_count", r => r.Step.Ingest?.Nodes),
        new("event_type", r => r.Step.Ingest?.EventType),
        new("event_bytes", r => r.Step.Ingest?.EventBytes),
        new("buffer_type", r => r.Step.Ingest?.BufferMode),
        new("buffer_size_bytes", r => r.Step.Ingest?.BufferBytes),
        new("event_count", r => r.Step.Ingest?.Count),
        new("ingest_trial", r => r.Trial?.Number),
        new("warm", r => r.Trial?.Warm),
        new("trial_seconds", r => r.Trial?.Duration.TotalSeconds),
        new("trial_acknowledged", r => r.Trial?.Acknowledged),
        new("trial_overflowed", r => r.Trial?.Overflowed),
        new("trial_failed", r => r.Trial?.Failed),
        new("flushes", r => r.Trial?.Flushes),
        new("events_per_second", r => r.Trial?.EventsPerSecond),
        new("node_death_seconds", r => r.Step.Ingest?.NodeDeath?.At.TotalSeconds),
        new("node_death_pause_seconds", r => r.Step.Ingest?.NodeDeath?.Pause.TotalSeconds),
    ];
}
