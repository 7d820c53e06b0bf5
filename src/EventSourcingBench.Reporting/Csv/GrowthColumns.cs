namespace EventSourcingBench.Reporting;

/// <summary>The columns of <c>results.csv</c> that growing stores add; README.md says what each holds.</summary>
internal static class GrowthColumns
{
    /// <summary>After those of <see cref="CsvColumns"/>, only in reports with growing stores.</summary>
    public static IReadOnlyList<CsvColumn> All { get; } =
    [
        new("events_in_store", r => r.Sample?.Events),
        new("data_bytes_per_event", r => r.Step.Growth?.EventBytes),
        new("fill_per_second", r => r.Sample?.FillRate),
        new("append_p50_ms", r => r.Sample?.Append.TotalMilliseconds),
        new("append_p99_ms", r => r.Sample?.AppendP99.TotalMilliseconds),
        new("read_10_p50_ms", r => r.Sample?.ShortRead.TotalMilliseconds),
        new("read_1000_p50_ms", r => r.Sample?.LongRead.TotalMilliseconds),
        new("catch_up_per_second", r => r.Sample?.CatchUpRate),
        new("projection_delay_p50_ms", r => r.Sample?.ProjectionDelay?.TotalMilliseconds),
        new("background_per_second", r => r.Step.Growth?.Background),
        new("background_acknowledged_per_second", r => r.Sample?.BackgroundRate),
        new("data_bytes", r => r.Sample?.DataBytes),
        new("written_bytes", r => r.Sample?.WrittenBytes),
        new("client_memory_bytes", r => r.Sample?.ClientMemory),
        new("server_memory_bytes", r => r.Sample?.ServerMemory),
        new("open_ms", r => r.Sample?.Open?.TotalMilliseconds),
        new("rebuild_seconds", r => r.Step.Growth?.Rebuild?.TotalSeconds),
        new("restart_seconds", r => r.Step.Growth?.Restart?.TotalSeconds),
    ];
}
