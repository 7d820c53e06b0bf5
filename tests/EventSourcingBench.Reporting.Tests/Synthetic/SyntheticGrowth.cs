namespace EventSourcingBench.Reporting.Tests;

/// <summary>Growing stores that were not measured: one whose appends stay the same, one whose appends take a little longer with each
/// tenfold, one that slows down with every event. All of it follows from formulas with a little scatter.</summary>
internal sealed class SyntheticGrowth
{
    private static readonly DateTimeOffset Start = new(2026, 11, 21, 10, 0, 0, TimeSpan.Zero);

    private readonly List<StepRecord> _steps = [];

    public int Samples { get; init; } = 40;

    public long Every { get; init; } = 250_000;

    public static RunFolder Complete() =>
        new SyntheticGrowth().Add("filelog", x => 0.42).Add("postgres", x => 0.3 + (0.06 * Math.Log(x)), 180L << 20)
            .Add("sqlite", x => 0.15 * Math.Pow(x / 1e5, 0.22)).Build();

    public SyntheticGrowth Add(string store, Func<double, double> append, long? server = null, int? samples = null,
        VerdictRecord? verdict = null, bool interrupted = false)
    {
        var number = _steps.Count + 1;
        var random = new Random(number);
        var written = 0.0;
        _steps.Add(SyntheticRun.Step(number, "growth", store, Start.AddHours(number), TimeSpan.FromMinutes(30)) with
        {
            Verdict = verdict ?? SyntheticRun.Passed,
            Throughput = 100_000,
            Interrupted = interrupted,
            Details = Detail.Of(new GrowthRecord(
                Every, EventBytes: 120, Rebuild: server is null ? null : TimeSpan.FromSeconds(84),
                Restart: TimeSpan.FromSeconds(2.2 * number))
            { Samples = [.. Enumerable.Range(1, samples ?? Samples).Select(Sample)] }),
        });
        return this;

        GrowthSample Sample(int i)
        {
            double events = i * Every;
            double Scatter() => 1 + (0.06 * (random.NextDouble() - 0.5));
            var milliseconds = append(events);
            written += Every * 120 * (1.6 + (0.4 * number) + (0.02 * Math.Log(events))) * Scatter();
            return new GrowthSample(
                Events: (long)events,
                FillRate: 400_000 / number / (1 + (events / 6e7 * number)) * Scatter(),
                Append: TimeSpan.FromMilliseconds(milliseconds * Scatter()),
                AppendP99: TimeSpan.FromMilliseconds(milliseconds * 4.2 * Scatter()),
                ShortRead: TimeSpan.FromMilliseconds(0.05 * number * (1 + (0.03 * Math.Log(events))) * Scatter()),
                LongRead: TimeSpan.FromMilliseconds(2.1 * number * Scatter()),
                CatchUpRate: 220_000 / number * Scatter(),
                ProjectionDelay: server is null ? null : TimeSpan.FromMilliseconds((3 + (events / 4e6)) * Scatter()),
                DataBytes: (long)(events * (150 + (30 * number))),
                WrittenBytes: (long)written,
                ClientMemory: (long)((90 + (number * 8)) * Scatter() * 1024 * 1024),
                ServerMemory: server is { } bytes ? (long)(bytes * (1 + (events / 2e7)) * Scatter()) : null,
                Open: TimeSpan.FromMilliseconds((12 * number) + (events / 1e5 * Scatter())));
        }
    }

    public RunFolder Build() => SyntheticRun.Of(
        "growth", "What do a million, ten million events do to a store?",
        [new("sampleEvery", "Sample every (events)", FormattableString.Invariant($"{Every}"))],
        "growth", _steps.Select(s => s.Store), _steps, Start);
}

/// <summary>One run with an ingest and growing stores.</summary>
internal static class SyntheticBulk
{
    public static RunFolder Complete()
    {
        var (ingest, growth) = (SyntheticIngest.Complete(), SyntheticGrowth.Complete());
        var workloads = ingest.Run.Workloads.Concat(growth.Run.Workloads).ToDictionary(StringComparer.Ordinal);
        return ingest.With(r => r with { Workloads = workloads }) with { Steps = [.. ingest.Steps, .. growth.Steps] };
    }
}
