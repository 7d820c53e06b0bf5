namespace EventSourcingBench.Reporting.Tests;

/// <summary>A run that was not measured: three stores of two tiers, 1, 2, 4 and 8 copies, two suites, three trials. sqlite fails one
/// verdict in the projection suite, memory is client-bound at 8 copies, and postgres has one step in the open model. All of it follows from
/// formulas, so that reports of it are the same everywhere.</summary>
internal sealed record SyntheticRun
{
    private static readonly DateTimeOffset Start = new(2026, 11, 21, 7, 0, 0, TimeSpan.Zero);
    private static readonly int[] AllCopies = [1, 2, 4, 8];

    public static readonly VerdictRecord Passed =
        new() { Passed = true, Text = "verified: 1,000 events, all there once", Acknowledged = 1000 };

    public static readonly VerdictRecord Lost = new()
    {
        Passed = false,
        Text = "FAILED: lost 3, duplicated 0",
        Acknowledged = 1000,
        Findings = new Dictionary<string, long>(StringComparer.Ordinal) { [FindingKind.Lost.Name] = 3 },
        Examples = ["0192f1c0-0000-7000-8000-000000000001 acknowledged at version 17 of currency-EURUSD, not there"],
    };

    public static readonly VerdictRecord NotVerified = new() { Passed = false, Text = "not verified: the server was gone" };

    private static readonly Dictionary<string, string> Questions = new(StringComparer.Ordinal)
    {
        ["append"] = "How many appends a second at each copy count, and how soon is each answered?",
        ["projection"] = "How long until a read model shows an event?",
    };

    private readonly List<StepRecord> _steps = [];

    public string Id { get; init; } = "20261121T070000Z-append-projection";
    public double Speed { get; init; } = 1;
    public bool Interrupted { get; init; }
    public bool InMemoryFileSystem { get; init; }
    public bool Together { get; init; }
    public IReadOnlyList<string> Warnings { get; init; } = [];
    public string[] Stores { get; init; } = ["memory", "postgres", "sqlite"];
    public int Trials { get; init; } = 3;
    public int Seconds { get; init; } = 6;

    /// <summary>The whole run that the class describes.</summary>
    public RunFolder Complete()
    {
        var trials = Enumerable.Range(1, Trials);
        foreach (var (suite, store, copies, trial) in
            from suite in new[] { "append", "projection" }
            from store in Stores
            from copies in AllCopies
            from trial in trials
            select (suite, store, copies, trial))
        {
            Add(suite, store, copies, null, trial, (suite, store, copies, trial) == ("projection", "sqlite", 4, 2) ? Lost : Passed);
        }

        foreach (var trial in trials)
            Add("append", "postgres", null, 500, trial, throughput: 499);

        return Build();
    }

    public SyntheticRun Add(
        string suite, string store, int? copies, double? rate = null, int trial = 1, VerdictRecord? verdict = null,
        double? throughput = null, double? latencyMicroseconds = null, double? delayMicroseconds = null, double? shareOfCeiling = null,
        IReadOnlyDictionary<string, long>? errors = null, bool succeeds = true)
    {
        var load = copies ?? 4;
        var baseline = (store switch { "memory" => 90, "sqlite" => 700, _ => 1100 }) * (1 + (0.12 * load)) * (1 + (0.02 * (trial - 2)));
        var latency = (latencyMicroseconds ?? baseline) / Speed;
        var perSecond = throughput ?? (load * 1_000_000 / (baseline * 1.4) * Speed);
        var number = _steps.Count + 1;
        _steps.Add(Step(number, suite, store, Start.AddSeconds(10 * number), TimeSpan.FromSeconds(Seconds)) with
        {
            Trial = trial,
            Copies = copies,
            Rate = rate,
            Operations = succeeds ? Operations(latency, store, rate is not null) : [Operation(Outcome.Timeout, 1_000_000, 5, 1)],
            ProjectionDelay = suite == "projection" && succeeds ? Histogram(delayMicroseconds ?? (latency * 1.8), 2000) : null,
            Seconds = [.. Enumerable.Range(0, Seconds).Select(s => Second(s, perSecond, latency, store))],
            Verdict = verdict ?? Passed,
            Errors = errors ?? (store == "postgres" && copies == 8
                ? new Dictionary<string, long> { ["canceling statement due to statement timeout"] = 2 }
                : new Dictionary<string, long>()),
            Throughput = succeeds ? perSecond : 0,
            ShareOfCeiling = shareOfCeiling ?? (copies is null ? null : store == "memory" && copies == 8 ? 0.91 : perSecond / 60_000),
        });
        return this;
    }

    /// <summary>A step that passed, of which nothing was measured.</summary>
    public static StepRecord Step(int number, string suite, string store, DateTimeOffset startedAt, TimeSpan elapsed) =>
        new(number, suite, store, Trial: 1, startedAt, elapsed, Passed, Throughput: 0) { Operations = [], Seconds = [] };

    public RunFolder Build() => new(
        "/results/" + Id,
        new RunRecord(
            Id, $"append projection --trials {Trials}", "custom", Seed: 4711, Start,
            Start.AddMinutes(12), "0.1.0", "built-in 0.1.0", "http", "synthetic", "0b847c1e5a0d4c1f8b7a6d5e4f3a2b1c0d9e8f70", "the default",
            Together, Interrupted)
        {
            Workloads = _steps.Select(s => s.Suite).Concat(Questions.Keys).Distinct(StringComparer.Ordinal)
                .ToDictionary(s => s, Workload, StringComparer.Ordinal),
            Stores = [.. Stores.Select(Store)],
            Unavailable =
                [new("marten", "Marten is not on the configured NuGet source", "configure a NuGet source that has it and build again")],
        },
        new EnvironmentRecord(
            "Example CPU @ 2.50GHz", Cores: 4, MemoryBytes: 16L << 30, "Linux 6.1", ".NET 10.0.4", "server, concurrent",
            InMemoryFileSystem ? "tmpfs" : "ext4", InMemoryFileSystem, FsyncP50Microseconds: 412, FsyncP99Microseconds: 1830.5)
        {
            NoOpCeiling = new Dictionary<int, double> { [1] = 9000, [2] = 17_500, [4] = 33_000, [8] = 41_234.5 },
            Warnings = Warnings,
        },
        _steps);

    /// <summary>A run of one other suite, on the same machine.</summary>
    public static RunFolder Of(
        string suite, string question, IReadOnlyList<ParameterRecord> parameters, string arguments, IEnumerable<string> stores,
        IReadOnlyList<StepRecord> steps, DateTimeOffset start)
    {
        var like = new SyntheticRun
        {
            Stores = [.. stores],
            Id = FormattableString.Invariant($"{start:yyyyMMdd'T'HHmmss'Z'}-{suite}"),
        }.Build();
        var workload = new WorkloadRecord { Question = question, Parameters = parameters, Report = ReportData.Of(suite) };
        var workloads = new Dictionary<string, WorkloadRecord> { [suite] = workload };
        return like.With(r => r with { Arguments = arguments, Via = "direct", Workloads = workloads }) with { Steps = steps };
    }

    public static HistogramRecord Histogram(double baseMicroseconds, int count)
    {
        var histogram = new LatencyHistogram();
        for (var i = 0; i < count; i++)
        {
            var u = (i + 0.5) / count;
            histogram.RecordMicroseconds((long)(baseMicroseconds * (1 + (0.5 * u) + (2 * Math.Pow(u, 20)) + (9 * Math.Pow(u, 300)))));
        }

        return histogram.ToRecord();
    }

    private static List<OperationRecord> Operations(double latency, string store, bool open) =>
    [
        Operation(Outcome.Success, latency, 2000, open ? 1.7 : 1),
        .. store != "postgres" ? (OperationRecord[])[]
            : [Operation(Outcome.Conflict, latency * 0.8, 12, 1), Operation(Outcome.Timeout, 5_000_000, 1, 1)],
    ];

    private static OperationRecord Operation(Outcome outcome, double latency, int count, double lateness) =>
        new("append", outcome, Histogram(latency, count), Histogram(latency * lateness, count));

    private static SecondRecord Second(int second, double perSecond, double latency, string store)
    {
        var wave = 1 + (0.08 * Math.Sin(second));
        return new SecondRecord(second, (long)(perSecond * wave))
        {
            Conflicts = store == "postgres" ? 2 : 0,
            P50Milliseconds = Math.Round(latency / 1000 * wave, 3),
            P99Milliseconds = Math.Round(latency / 1000 * 3.1 / wave, 3),
            ClientCores = 0.5 * wave,
            ApiCores = 0.75 * wave,
            ServerCores = store == "postgres" ? 1.25 * wave : null,
            ClientBytes = 80L << 20,
            ApiBytes = (120L << 20) + (second << 20),
            ServerBytes = store == "postgres" ? 210L << 20 : null,
        };
    }

    private WorkloadRecord Workload(string suite) => new()
    {
        Question = Questions.GetValueOrDefault(suite, string.Empty),
        Report = ReportData.Of(suite),
        Parameters =
        [
            new("copies", "Copies", string.Join(',', AllCopies)), new("duration", "Duration", FormattableString.Invariant($"{Seconds}s")),
            new("warmUp", "Warm up", "1.5s"), new("trials", "Trials", $"{Trials}"), new("timeout", "Timeout", "5s"),
        ],
    };

    private static StoreRecord Store(string name)
    {
        var (summary, server, client, reason) = name switch
        {
            "memory" => ("A dictionary: the ceiling of the harness.", "memory 0.1.0", "none", "It writes nothing."),
            "sqlite" => ("SQLite with group commit.", "SQLite 3.35.5", "SQLitePCLRaw 2.0.6", "synchronous=FULL with journal_mode=WAL."),
            _ => ("PostgreSQL without a mapper.", "PostgreSQL 15.18", "Npgsql 10.0.0", "fsync=on and synchronous_commit=on."),
        };
        return new(
            name, summary, server, client, name == "memory" ? "volatile" : "fsync", reason,
            "Appends in one round trip; the subscription polls and is woken by a signal.",
            name == "postgres" ? "/usr/lib/postgresql/15/bin/postgres" : "embedded")
        {
            RepeatOf = name.EndsWith(" (again)", StringComparison.Ordinal) ? name.Split(' ')[0] : null,
            UseOf = name.EndsWith(" (hot)", StringComparison.Ordinal) ? name.Split(' ')[0] : null,
            Options = name == "memory" ? new Dictionary<string, string> { ["memory.delay"] = "0ms" } : new Dictionary<string, string>(),
            Settings = name == "postgres"
                ? new Dictionary<string, string> { ["fsync"] = "on", ["synchronous_commit"] = "on", ["Multiplexing (client)"] = "false" }
                : new Dictionary<string, string>(),
        };
    }
}
