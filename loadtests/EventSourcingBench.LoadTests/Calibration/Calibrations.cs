namespace EventSourcingBench.LoadTests.Calibration;

/// <summary>The measurements of <c>calibrate</c>: each a ratio within one run against something fixed.</summary>
internal static class Calibrations
{
    private const int Rounds = 3;
    // More than elsewhere: the bar is near what is reached, and other work on the machine blurs it.
    private const int EngineRounds = 5;
    private const int Clients = 8;
    private const int SqliteAppenders = 32;
    private const double WrkBar = 0.65;
    private const double BytesPerRequestBar = 3 * 1024;
    private const double DelayBar = 3;
    private const double RebuildBar = 40_000;
    private const string OwnRequests = "GET /noop, 8 connections: built-in engine";

    /// <summary>How long a measurement, or one side's turn, takes.</summary>
    public static readonly TimeSpan Turn = TimeSpan.FromSeconds(3);

    public static IReadOnlyList<CalibrationKind> All { get; } =
    [
        new("generator", "How much load can the generator make, against wrk?", "memory", GeneratorAsync) { Via = Via.Http },
        new("engines", "How much load does the built-in engine make, against others?", "memory", EnginesAsync) { Via = Via.Http },
        new("instruments", "Is a known delay of 5 ms measured as 5 ms?", "memory", InstrumentsAsync)
        {
            StoreOptions = new Dictionary<string, string>(StringComparer.Ordinal) { ["memory.delay"] = "5ms" },
        },
        new("sqlite", "Do concurrent appends share a commit?", "sqlite", SqliteAsync),
        new("postgres", "What does the store make of its server, against pgbench?", "postgres", b => PostgresAsync(b, Via.Direct)),
        new("postgres-api", "And through the API?", "postgres", b => PostgresAsync(b, Via.Http)) { Via = Via.Http },
        new("delay", "How far is a projection behind its append?", "postgres", DelayAsync) { Via = Via.Http },
        new("rebuild", "How fast is a read model rebuilt?", "postgres", RebuildAsync),
    ];

    private static async Task<IReadOnlyList<CalibrationLine>> GeneratorAsync(CalibrationBench bench)
    {
        await using var api = await ApiNodeGroup.StartAsync(bench.Target, bench.Cancellation);
        var (address, cancel) = (new Uri(api.Addresses[0], "/noop"), bench.Cancellation);
        var (rates, bytes) = await new GeneratorProbe(address, bench.Time).MeasureAsync(
            Rounds, TimeSpan.FromSeconds(1), Turn, () => Wrk.RunAsync(address, Turn, cancel), cancel);
        var recording = GeneratorProbe.BytesOfRecording(bench.Time);
        IEnumerable<CalibrationLine> compared = rates.OtherRate is { } wrk
            ? Compared([(OwnRequests, rates.OwnRate), ("the same by wrk -t2 -c8", wrk)], "engine / wrk", rates.Ratio!.Value, WrkBar)
            :
            [
                CalibrationLine.Rate(OwnRequests, rates.OwnRate), CalibrationLine.NotMeasured("the same by wrk", Wrk.Missing),
                new("engine / wrk", "-", Text($"at least {WrkBar}")),
            ];
        return
        [
            .. compared,
            new("allocated for a request", Text($"{bytes:N0} B"), Text($"at most {BytesPerRequestBar:N0} B"), bytes <= BytesPerRequestBar),
            new("allocated by recording 100,000 samples", Text($"{recording:N0} B"), "0 B", recording == 0),
        ];
    }

    private static async Task<IReadOnlyList<CalibrationLine>> EnginesAsync(CalibrationBench bench)
    {
        await using var api = await ApiNodeGroup.StartAsync(bench.Target, bench.Cancellation);
        var (address, cancel, lines) = (new Uri(api.Addresses[0], "/noop"), bench.Cancellation, new List<CalibrationLine>());
        foreach (var entry in Catalog.Engines(new CatalogOptions()).Entries)
        {
            if (entry.Offered is not IHttpLoadProbe other)
            {
                lines.Add(CalibrationLine.NotMeasured(
                    entry.Name, entry.Unavailable ?? new Unavailable($"{entry.Name} brings no HTTP client.", "")));
                continue;
            }

            var (rates, _) = await new GeneratorProbe(address, bench.Time).MeasureAsync(
                EngineRounds, TimeSpan.FromSeconds(2), Turn,
                async () => await other.MeasureAsync(address, GeneratorProbe.Connections, Turn, cancel), cancel);
            lines.AddRange(Compared(
                [(OwnRequests, rates.OwnRate), ($"the same by {other.ProbeName}", rates.OtherRate!.Value)],
                $"built-in / {entry.Name}", rates.Ratio!.Value, bar: 1.2));
        }

        return lines.Count > 0 ? lines : [CalibrationLine.NotMeasured("engines", new Unavailable("No engine plug-in is there.", ""))];
    }

    private static async Task<IReadOnlyList<CalibrationLine>> InstrumentsAsync(CalibrationBench bench)
    {
        var direct = MedianMilliseconds(await bench.RunStepAsync(Via.Direct, copies: 1));
        var api = MedianMilliseconds(await bench.RunStepAsync(Via.Http, copies: 1));
        return
        [
            new(
                "memory with memory.delay=5ms, direct: service time p50", Text($"{direct:0.00} ms"), "5 to 5.5 ms",
                direct is >= 5 and <= 5.5),
            new("the same through the API, whose own time comes on top", Text($"{api:0.00} ms")),
        ];
    }

    private static async Task<IReadOnlyList<CalibrationLine>> SqliteAsync(CalibrationBench bench)
    {
        var one = (await bench.RunStepAsync(Via.Direct, copies: 1, SqliteAppenders)).Throughput;
        var many = (await bench.RunStepAsync(Via.Direct, SqliteAppenders, SqliteAppenders)).Throughput;
        return Compared([("sqlite direct, 1 appender", one), ("sqlite direct, 32 appenders", many)], "32 / 1", many / one, bar: 4, "0.0");
    }

    private static async Task<IReadOnlyList<CalibrationLine>> PostgresAsync(CalibrationBench bench, string via)
    {
        if (PgBench.Find(bench.Target) is not { } pgBench)
            return [CalibrationLine.NotMeasured("postgres against pgbench", PgBench.Missing)];

        var (lines, way, bar) = (new List<CalibrationLine>(), via == Via.Http ? "through the API" : "direct", via == Via.Http ? 0.35 : 0.8);
        foreach (var clients in (int[])[1, Clients])
        {
            var rates = await PgBenchProbe.MeasureAsync(bench, pgBench, via, clients, Rounds);
            var with = ProgressText.Counted(clients, "client");
            lines.AddRange(Compared(
                [($"pgbench -M prepared, {with}", rates.OtherRate!.Value), ($"postgres {way}, {with}", rates.OwnRate)],
                $"{way} / pgbench, {with}", rates.Ratio!.Value, bar));
        }

        return lines;
    }

    private static async Task<IReadOnlyList<CalibrationLine>> DelayAsync(CalibrationBench bench)
    {
        var step = await bench.RunStepAsync(Via.Http, copies: 1, suite: "projection");
        var append = MedianMilliseconds(step);
        var delay = LatencyHistogram.FromRecord(step.ProjectionDelay!).Percentile(50).TotalMilliseconds;
        return
        [
            new("postgres through the API, 1 copy: append's service time p50", Text($"{append:0.00} ms")),
            new("projection delay p50", Text($"{delay:0.00} ms")),
            new("delay / service time", Text($"{delay / append:0.00}"), Text($"at most {DelayBar}"), delay / append <= DelayBar),
        ];
    }

    private static async Task<IReadOnlyList<CalibrationLine>> RebuildAsync(CalibrationBench bench)
    {
        var (elapsed, memory) = await RebuildProbe.RunAsync(bench);
        var (rate, what) = (RebuildProbe.Events / elapsed.TotalSeconds, Text($"postgres: rebuild over {RebuildProbe.Events:N0} events"));
        var early = memory.Take(Math.Max(1, memory.Count / 10)).Max();
        return
        [
            new(what, Text($"{rate:N0}/s"), Text($"at least {RebuildBar:N0}/s"), rate >= RebuildBar),
            new("memory: start, peak of the first tenth, peak", Text($"{Mega(memory[0])}, {Mega(early)}, {Mega(memory.Max())} MB")),
        ];
    }

    private static CalibrationLine[] Compared(
        (string What, double Rate)[] rates, string what, double ratio, double bar, string format = "0.00") =>
        [.. rates.Select(r => CalibrationLine.Rate(r.What, r.Rate)), CalibrationLine.Ratio(what, ratio, bar, format)];

    private static double MedianMilliseconds(StepRecord step) => LatencyHistogram
        .FromRecord(step.Operations.Single(o => o.Outcome == Outcome.Success).ServiceTime).Percentile(50).TotalMilliseconds;

    private static long Mega(long bytes) => bytes / 1_000_000;

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
