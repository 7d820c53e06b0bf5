namespace EventSourcingBench.LoadTests.Calibration;

/// <summary>The measurements of <c>calibrate</c>: each a ratio within one run against something fixed.</summary>
internal static class Calibrations
{
    private const int Clients = 8;
    private const int SqliteAppenders = 32;
    private const int Rounds = 3;
    private const double PgBenchDirectBar = 0.8;
    private const double PgBenchApiBar = 0.35;
    private const double GroupCommitBar = 4;
    private const double DelayBar = 3;
    private const double RebuildBar = 40_000;
    private const string KnownDelay = "5ms";
    private static readonly TimeSpan Turn = TimeSpan.FromSeconds(3);

    /// <summary>All calibrations by name, with what each asks.</summary>
    public static IReadOnlyDictionary<string, (string Question, Func<CalibrationBench, CancellationToken, Task<IReadOnlyList<CalibrationLine>>> RunAsync)> All { get; } =
        new OrderedDictionary<string, (string, Func<CalibrationBench, CancellationToken, Task<IReadOnlyList<CalibrationLine>>>)>(StringComparer.Ordinal)
        {
            ["generator"] = ("How much load can the generator make, against wrk?", GeneratorAsync),
            ["engines"] = ("How much load does the built-in engine make, against others?", EnginesAsync),
            ["instruments"] = ("Is a known delay of 5 ms measured as 5 ms?", InstrumentsAsync),
            ["sqlite"] = ("Do concurrent appends share a commit?", SqliteAsync),
            ["postgres"] = ("What does the store make of its server, against pgbench?", PostgresAsync),
            ["delay"] = ("How far is a projection behind its append?", DelayAsync),
            ["rebuild"] = ("How fast is a read model rebuilt?", RebuildAsync),
        };

    private static async Task<IReadOnlyList<CalibrationLine>> GeneratorAsync(CalibrationBench bench, CancellationToken cancellationToken)
    {
        var (target, unavailable) = await bench.FindAsync("memory", cancellationToken);
        if (target is null)
        {
            return NotMeasured("generator", unavailable!);
        }

        await using var api = await ApiProcess.StartAsync(target, cancellationToken);
        var measured = await new GeneratorProbe(bench.Time).MeasureAsync(new Uri(api.Address, "/noop"), Rounds, (int)Turn.TotalSeconds, cancellationToken);
        return
        [
            new("GET /noop, 8 connections: built-in engine", Text($"{measured.EngineRate:N0}/s")),
            measured.WrkRate is { } wrk
                ? new("the same by wrk -t2 -c8", Text($"{wrk:N0}/s"))
                : new("the same by wrk", measured.WrkUnavailable!.ToString()),
            new(
                "engine / wrk",
                measured.Ratio is { } ratio ? Text($"{ratio:0.00}") : "-",
                Text($"at least {GeneratorMeasurement.LeastRatio}"),
                measured.Ratio is { } r ? r >= GeneratorMeasurement.LeastRatio : null),
            new(
                "allocated for a request",
                Text($"{measured.BytesPerRequest:N0} B"),
                Text($"at most {GeneratorMeasurement.MostBytesPerRequest:N0} B"),
                measured.BytesPerRequest <= GeneratorMeasurement.MostBytesPerRequest),
            new("allocated by recording 100,000 samples", Text($"{measured.BytesOfRecording:N0} B"), "0 B", measured.BytesOfRecording == 0),
        ];
    }

    private static async Task<IReadOnlyList<CalibrationLine>> EnginesAsync(CalibrationBench bench, CancellationToken cancellationToken)
    {
        var (target, unavailable) = await bench.FindAsync("memory", cancellationToken);
        if (target is null)
        {
            return NotMeasured("engines", unavailable!);
        }

        await using var api = await ApiProcess.StartAsync(target, cancellationToken);
        var lines = new List<CalibrationLine>();
        foreach (var entry in CalibrationBench.FindEngines())
        {
            if (entry.Engine is not IHttpLoadProbe other)
            {
                lines.AddRange(
                    NotMeasured(entry.Name, entry.Unavailable ?? new Unavailable($"{entry.Name} brings no HTTP client.", "")));
                continue;
            }

            var probe = new EngineProbe(bench.Time);
            var (own, others, ratio) = await probe.MeasureAsync(new Uri(api.Address, "/noop"), other, Clients, Turn, cancellationToken);
            lines.Add(new("GET /noop, 8 connections: built-in engine", Text($"{own:N0}/s")));
            lines.Add(new($"the same by {other.ProbeName}", Text($"{others:N0}/s")));
            lines.Add(new($"built-in / {entry.Name}", Text($"{ratio:0.00}"), Text($"at least {EngineProbe.LeastRatio}"), ratio >= EngineProbe.LeastRatio));
        }

        return lines.Count > 0 ? lines : NotMeasured("engines", new Unavailable("No engine plug-in is there.", ""));
    }

    private static async Task<IReadOnlyList<CalibrationLine>> InstrumentsAsync(CalibrationBench bench, CancellationToken cancellationToken)
    {
        var options = new Dictionary<string, string>(StringComparer.Ordinal) { ["memory.delay"] = KnownDelay };
        var (target, unavailable) = await bench.FindAsync("memory", cancellationToken, options);
        if (target is null)
        {
            return NotMeasured("instruments", unavailable!);
        }

        var direct = await bench.RunStepAsync(target, Via.Direct, "append", copies: 1, Turn, cancellationToken);
        var api = await bench.RunStepAsync(target, Via.Http, "append", copies: 1, Turn, cancellationToken);
        var p50 = ServiceTime(direct).Percentile(50).TotalMilliseconds;
        return
        [
            new("memory with memory.delay=5ms, direct: service time p50", Text($"{p50:0.00} ms"), "5 to 5.5 ms", p50 is >= 5 and <= 5.5),
            new("the same through the API, whose own time comes on top", Text($"{ServiceTime(api).Percentile(50).TotalMilliseconds:0.00} ms")),
        ];
    }

    private static async Task<IReadOnlyList<CalibrationLine>> SqliteAsync(CalibrationBench bench, CancellationToken cancellationToken)
    {
        var (target, unavailable) = await bench.FindAsync("sqlite", cancellationToken);
        if (target is null)
        {
            return NotMeasured("sqlite", unavailable!);
        }

        var one = await bench.RunStepAsync(target, Via.Direct, "append", copies: 1, Turn, cancellationToken, SqliteAppenders);
        var many = await bench.RunStepAsync(target, Via.Direct, "append", SqliteAppenders, Turn, cancellationToken, SqliteAppenders);
        var ratio = many.Throughput / one.Throughput;
        return
        [
            new("sqlite direct, 1 appender", Text($"{one.Throughput:N0}/s")),
            new("sqlite direct, 32 appenders", Text($"{many.Throughput:N0}/s")),
            new("32 / 1", Text($"{ratio:0.0}"), Text($"at least {GroupCommitBar}"), ratio >= GroupCommitBar),
        ];
    }

    private static async Task<IReadOnlyList<CalibrationLine>> PostgresAsync(CalibrationBench bench, CancellationToken cancellationToken)
    {
        var (target, unavailable) = await bench.FindAsync("postgres", cancellationToken);
        if (target is null)
        {
            return NotMeasured("postgres", unavailable!);
        }

        var (comparisons, missing) = await PgBenchProbe.RunAsync(
            new PgBenchProbeOptions
            {
                Store = target.Entry.Definition!,
                ConnectionString = target.Server!.ConnectionString,
                WorkFolder = bench.WorkFolder,
                Namespace = RunNamespace.Create(bench.Time),
                Rounds = Rounds,
                Turn = Turn,
                Time = bench.Time,
            },
            cancellationToken);
        if (missing is not null)
        {
            return NotMeasured("postgres against pgbench", missing);
        }

        var lines = comparisons.SelectMany(c => new CalibrationLine[]
        {
            new(Text($"pgbench -M prepared, {ProgressText.Counted(c.Clients, "client")}"), Text($"{c.PgBenchPerSecond:N0}/s")),
            new(Text($"postgres direct, {ProgressText.Counted(c.Clients, "client")}"), Text($"{c.StorePerSecond:N0}/s")),
            new(
                Text($"direct / pgbench, {ProgressText.Counted(c.Clients, "client")}"),
                Text($"{c.Ratio:0.00}"),
                Text($"at least {PgBenchDirectBar}"),
                c.Ratio >= PgBenchDirectBar),
        }).ToList();
        var api = await bench.RunStepAsync(target, Via.Http, "append", Clients, Turn, cancellationToken, Clients);
        var ratio = api.Throughput / comparisons.Single(c => c.Clients == Clients).PgBenchPerSecond;
        lines.Add(new("postgres through the API, 8 copies", Text($"{api.Throughput:N0}/s")));
        lines.Add(
            new("through the API / pgbench, 8 clients", Text($"{ratio:0.00}"), Text($"at least {PgBenchApiBar}"), ratio >= PgBenchApiBar));
        return lines;
    }

    private static async Task<IReadOnlyList<CalibrationLine>> DelayAsync(CalibrationBench bench, CancellationToken cancellationToken)
    {
        var (target, unavailable) = await bench.FindAsync("postgres", cancellationToken);
        if (target is null)
        {
            return NotMeasured("delay", unavailable!);
        }

        var step = await bench.RunStepAsync(target, Via.Http, "projection", copies: 1, Turn, cancellationToken);
        var append = ServiceTime(step).Percentile(50).TotalMilliseconds;
        var delay = LatencyHistogram.FromRecord(step.ProjectionDelay!).Percentile(50).TotalMilliseconds;
        return
        [
            new("postgres through the API, 1 copy: append's service time p50", Text($"{append:0.00} ms")),
            new("projection delay p50", Text($"{delay:0.00} ms")),
            new("delay / service time", Text($"{delay / append:0.00}"), Text($"at most {DelayBar}"), delay / append <= DelayBar),
        ];
    }

    private static async Task<IReadOnlyList<CalibrationLine>> RebuildAsync(CalibrationBench bench, CancellationToken cancellationToken)
    {
        var (target, unavailable) = await bench.FindAsync("postgres", cancellationToken);
        if (target is null)
        {
            return NotMeasured("rebuild", unavailable!);
        }

        var result = await RebuildProbe.RunAsync(
            new RebuildProbeOptions
            {
                Store = target.Entry.Definition!,
                Context = new StoreContext
                {
                    Namespace = RunNamespace.Create(bench.Time),
                    DataFolder = bench.WorkFolder,
                    ConnectionString = target.Server!.ConnectionString,
                    Options = StoreOptions.Create(target.Entry.Definition!.Options, target.OwnOptions),
                    Time = bench.Time,
                },
                OnProgress = bench.Say,
            },
            cancellationToken);
        return
        [
            new(Text($"postgres: rebuild over {result.Events:N0} events"), Text($"{result.EventsPerSecond:N0}/s"), Text($"at least {RebuildBar:N0}/s"), result.EventsPerSecond >= RebuildBar),
            new("memory: start, peak of the first tenth, peak", Text($"{Mega(result.StartBytes)}, {Mega(result.EarlyPeakBytes)}, {Mega(result.PeakBytes)} MB")),
        ];
    }

    private static LatencyHistogram ServiceTime(StepRecord step) =>
        LatencyHistogram.FromRecord(step.Operations.Single(o => o.Outcome == Outcome.Success).ServiceTime);

    private static IReadOnlyList<CalibrationLine> NotMeasured(string what, Unavailable why) => [new(what, why.ToString())];

    private static long Mega(long bytes) => bytes / 1_000_000;

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
