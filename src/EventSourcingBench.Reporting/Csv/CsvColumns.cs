namespace EventSourcingBench.Reporting.Csv;

internal static class CsvColumns
{
    public static IReadOnlyList<CsvColumn> All { get; } =
    [
        new("run", r => r.Run.Id, b => b.Folder.Name),
        new("suite", r => r.Step.Suite, _ => "microbenchmarks"),
        new("store", r => r.Step.Store, b => b.Point.Record.Store),
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
        new("drift", r => r.Step.Drift?.Change),
        new("steady", r => r.Step.Drift?.IsSteady),
        new("share_of_ceiling", r => r.Step.ShareOfCeiling),
        new("client_bound", r => r.Step.ShareOfCeiling > Cell.ClientBoundShare),
        new("operation", r => r.Operation?.Operation),
        new("outcome", r => r.Operation?.Outcome.ToString().ToLowerInvariant()),
        .. Times("service", r => r.Service),
        .. Times("response", r => r.Response),
        .. Times("all_response", r => r.AllResponses),
        new("censored_count", r => r.AllResponses is { Count: > 0 } all ? all.Censored : null),
        .. Times("delay", r => r.Delay),
        .. from percentile in CsvRow.PartPercentiles
           from part in RequestBreakdown.Parts.Index()
           select new CsvColumn($"part_{part.Item}_p{percentile}_ms", r => r.Parts[percentile]?[part.Index]),
        .. Processes.All.Select(p => new CsvColumn($"{p.Name.ToLowerInvariant()}_cpu_seconds",
            r => r.Step.Seconds.Any(s => p.Cores(s) is not null) ? r.Step.Seconds.Sum(p.Cores) : null)),
        new("other_cores", r => r.Step.Seconds.Average(s => s.OtherCores)),
        .. Processes.All.Select(p => new CsvColumn($"{p.Name.ToLowerInvariant()}_peak_bytes", r => r.Step.Seconds.Max(p.Bytes))),
        new("verdict", r => Verdicts.Label(Verdicts.StateOf(r.Step.Verdict))),
        new("acknowledged", r => r.Step.Verdict.Acknowledged),
        .. FindingKind.All.Select(k => new CsvColumn(k.Name, r => r.Step.Verdict[k])),
        new("unknown_outcomes", r => r.Step.Verdict.UnknownOutcomes),
        new("unknown_applied", r => r.Step.Verdict.UnknownApplied),
        new("verdict_text", r => r.Step.Verdict.Text),
    ];

    public static IReadOnlyList<CsvColumn> Thresholds { get; } =
    [
        new("thresholds", r => r.Step.Thresholds is { } all ? string.Join(' ', all.Select(t => t.Threshold)) : null),
        new("thresholds_kept", r => r.Step.Thresholds?.All(t => t.IsKept)),
    ];

    public static IReadOnlyList<CsvColumn> Costs { get; } =
    [
        .. typeof(CostRecord).GetProperties().Select(p => new CsvColumn(
            $"cost_{JsonNamingPolicy.SnakeCaseLower.ConvertName(p.Name)}", r => r.Cost is { } cost ? p.GetValue(cost) : null)),
    ];

    public static IReadOnlyList<CsvColumn> Benchmarks { get; } =
    [
        OfRecord("benchmark", r => r.Type),
        OfRecord("method", r => r.Method),
        OfRecord("job", r => r.Job),
        OfRecord("events", r => r.Events),
        OfRecord("strings", r => r.Size),
        OfRecord("other_parameters", r => r.Others),
        OfRecord("iterations", r => r.Nanoseconds.Count),
        new("median_ns", null, b => b.Point.Nanoseconds),
        new("median_low_ns", null, b => b.Point.Time?.Low),
        new("median_high_ns", null, b => b.Point.Time?.High),
        new("mean_ns", null, b => b.Point.Mean),
        OfRecord("min_ns", r => r.Nanoseconds.Count == 0 ? null : r.Nanoseconds.Min()),
        OfRecord("max_ns", r => r.Nanoseconds.Count == 0 ? null : r.Nanoseconds.Max()),
        OfRecord("allocated_bytes", r => r.AllocatedBytes),
        .. Enumerable.Range(0, 3).Select(g => OfRecord(
            string.Create(CultureInfo.InvariantCulture, $"gen{g}_collections"), r => r.MemoryOperations == 0 ? null : r.Collections[g])),
        OfRecord("memory_operations", r => r.MemoryOperations == 0 ? null : r.MemoryOperations),
    ];

    private static CsvColumn OfRecord(string name, Func<BenchmarkRecord, object?> value) => new(name, null, b => value(b.Point.Record));

    // Milliseconds; all empty but the count where there is no value, and high percentiles where there are too few.
    private static IEnumerable<CsvColumn> Times(string prefix, Func<CsvRow, ResponseTimes?> times) =>
    [
        new($"{prefix}_count", r => times(r)?.Count ?? 0),
        .. Latency.Percentiles.Prepend("mean").Prepend("min").Select(label => new CsvColumn(
            $"{prefix}_{label.Replace('.', '_')}_ms", r => Latency.Of(times(r), label)?.Median)),
    ];
}

/// <summary>A column of <c>results.csv</c>; README.md says what each holds. <c>OfStep</c>, <c>OfBenchmark</c>: its value in a row of a load
/// run and of a microbenchmark; null leaves the field empty.</summary>
internal sealed record CsvColumn(
    string Name, Func<CsvRow, object?>? OfStep = null, Func<(BenchmarkFolder Folder, Benchmark Point), object?>? OfBenchmark = null);

/// <summary>What a row of <c>results.csv</c> is made from: one operation with one outcome of one step, or one part of a step.
/// <c>Operation</c>: null in the one row of a step that did nothing. <c>Part</c>: its number from 0; null in other rows.</summary>
internal sealed record CsvRow(RunRecord Run, StepRecord Step, OperationRecord? Operation, int? Part = null)
{
    public static readonly double[] PartPercentiles = [50, 99];

    public ResponseTimes? Service { get; } = StepTimes.Of(Operation?.ServiceTime);

    public ResponseTimes? Response { get; } = StepTimes.Of(Operation?.ResponseTime);

    /// <summary>Of all requests of the operation, whatever their outcome.</summary>
    public ResponseTimes? AllResponses { get; } =
        Operation is null ? null : ResponseTimes.Of(Step.Operations.Where(o => o.Operation == Operation.Operation));

    public ResponseTimes? Delay { get; } = StepTimes.Of(Step.ProjectionDelay);

    /// <summary>The mean of each part of the requests around a percentile, ms.</summary>
    public IReadOnlyDictionary<double, IReadOnlyList<double>?> Parts { get; } =
        PartPercentiles.ToDictionary(p => p, p => Operation is null ? null : RequestBreakdown.At([Operation], p));

    public CostRecord? Cost { get; } = Step.Detail<CostRecord>(CostRecord.Name);

    public string? Tier => Run.Stores.FirstOrDefault(s => s.Name == Step.Store)?.Durability;

    public object? Value(SuiteDefinition suite, string name) =>
        new RowValues(suite, Cell.Of(Step) with { Tier = Tier ?? string.Empty }, Step) { Part = Part }.Value(name)
            is var value && value is Estimate estimate ? estimate.Median : value;
}
