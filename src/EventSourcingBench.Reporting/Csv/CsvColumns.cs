namespace EventSourcingBench.Reporting.Csv;

/// <summary>The columns of <c>results.csv</c>, in their order.</summary>
internal static class CsvColumns
{
    public static IReadOnlyList<CsvColumn> All { get; } =
    [
        new("run", r => r.Run.Id),
        new("suite", r => r.Step.Suite),
        new("store", r => r.Step.Store),
        new("durability", r => r.Run.Stores.FirstOrDefault(s => s.Name == r.Step.Store)?.Durability),
        new("step", r => r.Step.Number),
        new("trial", r => r.Step.Trial),
        new("copies", r => r.Step.Copies),
        new("rate_per_second", r => r.Step.Rate),
        new("ramp", r => r.Step.Ramp),
        new("via", r => r.Run.Via),
        new("engine", r => r.Run.Engine),
        new("together", r => r.Run.Together),
        new("started_at", r => r.Step.StartedAt.ToUniversalTime().ToString("yyyy-MM-dd'T'HH:mm:ss.fff'Z'", CultureInfo.InvariantCulture)),
        new("elapsed_seconds", r => r.Step.Elapsed.TotalSeconds),
        new("interrupted", r => r.Step.Interrupted),
        new("throughput_per_second", r => r.Step.Throughput),
        new("share_of_ceiling", r => r.Step.ShareOfCeiling),
        new("client_bound", r => r.Step.ShareOfCeiling > Cell.ClientBoundShare),
        new("operation", r => r.Operation?.Operation),
        new("outcome", r => r.Operation is { } operation ? OutcomeName(operation.Outcome) : null),
        .. Times("service", r => r.Service),
        .. Times("response", r => r.Response),
        .. Times("all_response", r => r.AllResponses),
        new("censored_count", r => r.AllResponses.Censored),
        .. Times("delay", r => r.Delay),
        new("client_cpu_seconds", r => ResourceBuilder.CpuSeconds(r.Step, 0)),
        new("api_cpu_seconds", r => ResourceBuilder.CpuSeconds(r.Step, 1)),
        new("server_cpu_seconds", r => ResourceBuilder.CpuSeconds(r.Step, 2)),
        new("client_peak_bytes", r => ResourceBuilder.PeakBytes(r.Step, 0)),
        new("api_peak_bytes", r => ResourceBuilder.PeakBytes(r.Step, 1)),
        new("server_peak_bytes", r => ResourceBuilder.PeakBytes(r.Step, 2)),
        new("verdict", r => Verdicts.Label(Verdicts.StateOf(r.Verdict))),
        new("acknowledged", r => r.Verdict.Acknowledged),
        .. FindingKind.All.Select(k => new CsvColumn(k.Name, r => r.Verdict[k])),
        new("unknown_outcomes", r => r.Verdict.UnknownOutcomes),
        new("unknown_applied", r => r.Verdict.UnknownApplied),
        new("verdict_text", r => r.Verdict.Text),
    ];

    private static IEnumerable<CsvColumn> Times(string prefix, Func<CsvRow, CsvTimes> times) =>
    [
        new($"{prefix}_count", r => times(r).Count),
        new($"{prefix}_min_ms", r => times(r).Min),
        new($"{prefix}_mean_ms", r => times(r).Mean),
        .. Percentile.All.Select(p => new CsvColumn($"{prefix}_{p.Label.Replace('.', '_')}_ms", r => times(r).At(p))),
    ];

    private static string OutcomeName(Outcome outcome) => outcome switch
    {
        Outcome.Success => "success",
        Outcome.Conflict => "conflict",
        Outcome.Timeout => "timeout",
        Outcome.Refused => "refused",
        _ => "error",
    };
}

/// <summary>A column of <c>results.csv</c>; README.md says what each holds.</summary>
/// <param name="Name">Its header.</param>
/// <param name="Value">Its value in a row; null leaves the field empty.</param>
internal sealed record CsvColumn(string Name, Func<CsvRow, object?> Value);

/// <summary>A column of <c>results.csv</c> for microbenchmarks; README.md says what each holds.</summary>
/// <param name="Name">Its header.</param>
/// <param name="Value">Its value for a benchmark; null leaves the field empty.</param>
internal sealed record BenchmarkColumn(string Name, Func<BenchmarkPoint, object?> Value);

/// <summary>The columns of <c>results.csv</c> that microbenchmarks add, and what their rows hold in the other ones.</summary>
internal static class BenchmarkColumns
{
    /// <summary>After those of <see cref="CsvColumns"/>, only in reports with microbenchmarks.</summary>
    public static IReadOnlyList<BenchmarkColumn> Own { get; } =
    [
        new("benchmark", p => p.Record.Type),
        new("method", p => p.Record.Method),
        new("job", p => p.Record.Job),
        new("events", p => p.Record.Events),
        new("strings", p => p.Record.Size),
        new("other_parameters", p => p.Record.Others),
        new("iterations", p => p.Record.Nanoseconds.Count),
        new("median_ns", p => p.Nanoseconds),
        new("median_low_ns", p => p.Time?.Low),
        new("median_high_ns", p => p.Time?.High),
        new("mean_ns", p => p.Mean),
        new("min_ns", p => Known(p)?.Min()),
        new("max_ns", p => Known(p)?.Max()),
        new("allocated_bytes", p => p.Record.AllocatedBytes),
        .. Enumerable.Range(0, 3).Select(g => new BenchmarkColumn(
            string.Create(CultureInfo.InvariantCulture, $"gen{g}_collections"), p => p.Record.MemoryOperations == 0 ? null : p.Record.Collections[g])),
        new("memory_operations", p => p.Record.MemoryOperations == 0 ? null : p.Record.MemoryOperations),
    ];

    /// <summary>A value for a column of <see cref="CsvColumns"/>; null in those that a benchmark has none for.</summary>
    public static object? Shared(string column, BenchmarkFolder folder, BenchmarkPoint point) => column switch
    {
        "run" => folder.Name,
        "suite" => "microbenchmarks",
        "store" => point.Record.Store,
        _ => null,
    };

    private static IReadOnlyList<double>? Known(BenchmarkPoint point) =>
        point.Record.Nanoseconds.Count == 0 ? null : point.Record.Nanoseconds;
}
