namespace EventSourcingBench.Reporting.Csv;

/// <summary>The columns of <c>results.csv</c>, in their order.</summary>
internal static class CsvColumns
{
    public static IReadOnlyList<CsvColumn> All { get; } =
    [
        new("run", r => r.Run.Id) { OfBenchmark = b => b.Folder.Name },
        new("suite", r => r.Step.Suite) { OfBenchmark = _ => "microbenchmarks" },
        new("store", r => r.Step.Store) { OfBenchmark = b => b.Point.Record.Store },
        new("durability", r => r.Tier),
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
        new("outcome", r => r.Operation?.Outcome.ToString().ToLowerInvariant()),
        .. Times("service", r => r.Service),
        .. Times("response", r => r.Response),
        .. Times("all_response", r => r.AllResponses),
        new("censored_count", r => r.AllResponses is { Count: > 0 } all ? all.Censored : null),
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

    /// <summary>What microbenchmarks add behind them.</summary>
    public static IReadOnlyList<CsvColumn> Benchmarks { get; } =
    [
        OfRecord("benchmark", r => r.Type),
        OfRecord("method", r => r.Method),
        OfRecord("job", r => r.Job),
        OfRecord("events", r => r.Events),
        OfRecord("strings", r => r.Size),
        OfRecord("other_parameters", r => r.Others),
        OfRecord("iterations", r => r.Nanoseconds.Count),
        new("median_ns") { OfBenchmark = b => b.Point.Nanoseconds },
        new("median_low_ns") { OfBenchmark = b => b.Point.Time?.Low },
        new("median_high_ns") { OfBenchmark = b => b.Point.Time?.High },
        new("mean_ns") { OfBenchmark = b => b.Point.Mean },
        OfRecord("min_ns", r => r.Nanoseconds.Count == 0 ? null : r.Nanoseconds.Min()),
        OfRecord("max_ns", r => r.Nanoseconds.Count == 0 ? null : r.Nanoseconds.Max()),
        OfRecord("allocated_bytes", r => r.AllocatedBytes),
        .. Enumerable.Range(0, 3).Select(g => OfRecord(
            string.Create(CultureInfo.InvariantCulture, $"gen{g}_collections"), r => r.MemoryOperations == 0 ? null : r.Collections[g])),
        OfRecord("memory_operations", r => r.MemoryOperations == 0 ? null : r.MemoryOperations),
    ];

    private static CsvColumn OfRecord(string name, Func<BenchmarkRecord, object?> value) =>
        new(name) { OfBenchmark = b => value(b.Point.Record) };

    // Milliseconds; all empty but the count where there is no value.
    private static IEnumerable<CsvColumn> Times(string prefix, Func<CsvRow, ResponseTimes?> times) =>
    [
        new($"{prefix}_count", r => times(r)?.Count ?? 0),
        Time(prefix, times, "min", t => t.Percentile(0)), Time(prefix, times, "mean", t => t.Mean),
        .. Percentile.All.Select(p => Time(prefix, times, p.Label.Replace('.', '_'), t => t.Percentile(p.Value))),
    ];

    private static CsvColumn Time(
        string prefix, Func<CsvRow, ResponseTimes?> times, string name, Func<ResponseTimes, ResponseTime> time) =>
        new($"{prefix}_{name}_ms", r => times(r) is { Count: > 0 } known ? time(known).Time.TotalMilliseconds : null);
}

/// <summary>A column of <c>results.csv</c>; README.md says what each holds. <c>OfStep</c>: its value in a row of a load run; null leaves
/// the field empty.</summary>
internal sealed record CsvColumn(string Name, Func<CsvRow, object?>? OfStep = null)
{
    /// <summary>Its value for a microbenchmark; null leaves the field empty.</summary>
    public Func<(BenchmarkFolder Folder, BenchmarkPoint Point), object?>? OfBenchmark { get; init; }
}
