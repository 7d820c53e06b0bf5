namespace EventSourcingBench.Reporting.Tests;

/// <summary>An ingest that was not measured: an embedded log, an embedded database, a server and a replicated one with one and three nodes;
/// four counts, three buffer sizes, both modes, five trials of which the first is cold. A node of the replicated store dies in the last
/// trial of its greatest steps. All of it follows from formulas.</summary>
internal sealed class SyntheticIngest
{
    public static readonly long[] Counts = [1, 100, 10_000, 1_000_000];
    public static readonly long[] Buffers = [1L << 10, 64L << 10, 1L << 20];
    public static readonly string[] Modes = ["blocking", "non-blocking"];

    private static readonly DateTimeOffset Start = new(2026, 11, 21, 9, 0, 0, TimeSpan.Zero);

    /// <summary>Name, cluster type, nodes, seconds that a flush takes, seconds that an event takes, durability.</summary>
    private static readonly (string Name, string Cluster, int Nodes, double Flush, double Event, string Tier)[] Stores =
    [
        ("filelog", "embedded", 1, 0.0004, 0.00000042, "fsync"),
        ("postgres", "server", 1, 0.0021, 0.0000035, "fsync"),
        ("postgres-replicated (1 node)", "server", 1, 0.0035, 0.0000041, "fsync"),
        ("postgres-replicated (3 nodes)", "replicated", 3, 0.0052, 0.0000061, "replicated"),
        ("sqlite", "embedded", 1, 0.0011, 0.0000017, "fsync"),
    ];

    private readonly List<StepRecord> _steps = [];

    public int Trials { get; init; } = 5;

    public static RunFolder Complete() =>
        (from s in Stores from m in Modes from b in Buffers from c in Counts select (s.Name, Mode: m, Buffer: b, Count: c))
            .Aggregate(new SyntheticIngest(), (run, s) => run.Add(s.Name, s.Mode, s.Buffer, s.Count)).Build();

    public SyntheticIngest Add(
        string store, string mode = "blocking", long buffer = 1 << 20, long count = 1_000_000, VerdictRecord? verdict = null,
        double speed = 1, long overflowed = 0, long failed = 0, bool interrupted = false, int? trials = null)
    {
        var (_, cluster, nodes, flush, each, _) = Array.Find(Stores, s => s.Name == store);
        var kill = nodes > 1 && count == 1_000_000 && buffer == 1L << 20;
        var number = _steps.Count + 1;
        var flushes = Math.Max(1, count * 21 / buffer);
        var seconds = ((flushes * flush * (mode == "blocking" ? 1 : 1.3)) + (count * each)) / speed;
        var all = Enumerable.Range(1, trials ?? Trials).Select(t => new IngestTrial(
            t,
            Warm: t > 1,
            Start.AddMinutes(number).AddSeconds(t * seconds),
            TimeSpan.FromSeconds((seconds * (t == 1 ? 1.6 : 1 + (0.04 * Math.Sin(t + number))))
                + (kill && t == (trials ?? Trials) ? 21 : 0)),
            Acknowledged: count - overflowed - failed,
            flushes,
            overflowed,
            failed,
            NodeDied: kill && t == (trials ?? Trials))).ToList();
        var elapsed = TimeSpan.FromSeconds(all.Sum(t => t.Duration.TotalSeconds));
        _steps.Add(SyntheticRun.Step(number, "ingest", store, Start.AddMinutes(number), elapsed) with
        {
            Details = Detail.Of(new IngestRecord(
                cluster, nodes, "price", EventBytes: 21, mode, buffer, count,
                NodeDeath: !kill ? null : new NodeDeathRecord(
                    TimeSpan.FromSeconds(10), "standby 2 of 3 was killed (SIGKILL); the other two went on", TimeSpan.FromSeconds(2.4)))
            { Trials = all }),
            // Of the last trial; nothing is acknowledged for some seconds after the tenth.
            Seconds = [.. Enumerable.Range(0, kill ? 26 : 0).Select(s => new SecondRecord(
                s, s is >= 10 and < 13 ? 0 : (long)(60_000 * (s < 10 ? 1 : 0.72) * (1 + (0.05 * Math.Sin(s))))))],
            Verdict = verdict ?? SyntheticRun.Passed with { Acknowledged = all.Sum(t => t.Acknowledged) },
            Throughput = all.Count == 0 ? 0 : all.Average(t => t.EventsPerSecond),
            Interrupted = interrupted,
        });
        return this;
    }

    public RunFolder Build() => SyntheticRun.Of(
        "ingest", "How many events a second does a store take in, by count, buffer and nodes?",
        [
            new("counts", "Counts (events)", string.Join(',', Counts)), new("bufferModes", "Buffer modes", string.Join(',', Modes)),
            new("nodes", "Nodes", "1,3"), new("killNodeAt", "Kill node at", "10s"),
        ],
        "ingest --nodes 1,3", Stores.Select(s => s.Name), _steps, Start)
        .With(r => r with { Stores = [.. r.Stores.Select(s => s with { Durability = Array.Find(Stores, o => o.Name == s.Name).Tier })] });
}
