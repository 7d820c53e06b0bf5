namespace EventSourcingBench.Reporting.Tests;

/// <summary>First places that are open, and a run with bounds that were asked for.</summary>
public sealed class BoundTests
{
    // No further block takes away one without a success.
    [Theory]
    [InlineData(new[] { 10.0, 10, 10, 10, 10, 10 }, new[] { 20.0, 20, 20, 20, 20, 20 }, true)]
    [InlineData(new[] { 10.0, 10, 10, 10, 10, 10 }, new[] { 9.0, 9, 9, 9, 9, 9 }, false, 1.5)]
    [InlineData(new[] { 10.0, 10, 0, 10, 10 }, new[] { 9.9, 9.9, 9.9, 9.9, 9.9 }, true)]
    [InlineData(new[] { 10.0, 10, 10, 10, 10, 10 }, new[] { 10.0, 10, 10, 10, 10, 10 }, true)]
    [InlineData(new[] { 10.0, 10, 10, 10, 10, 10 }, new[] { 8.0, 9, 10, 12, 13, 14 }, false)]
    [InlineData(new[] { 10.0 }, new[] { 20.0 }, false)]
    public void A_first_place_is_open_where_more_blocks_would_decide_it(
        double[] first, double[] second, bool isDecided, double? noise = null)
    {
        var run = new SyntheticRun { Stores = RankingTests.AllStores };
        foreach (var (trial, values) in first.Zip(second).Index())
        {
            run.Add("append", "postgres", 4, trial: trial + 1, throughput: 1_000 * values.First)
                .Add("append", "sqlite", 4, trial: trial + 1, throughput: 1_000 * values.Second)
                // Slower than both, and of another tier: it decides nothing.
                .Add("append", "memory", 4, trial: trial + 1, throughput: trial + 1);
            if (noise is { } factor)
                run.Add("append", "sqlite (again)", 4, trial: trial + 1, throughput: 1_000 * values.Second * factor);
        }

        var undecided = FirstPlaces.Undecided(run.Build(), "append");
        undecided.Count.ShouldBe(isDecided ? 0 : 1);
        undecided.ShouldAllBe(u => u.Contains("more blocks", StringComparison.Ordinal) || noise == null);
        undecided.ShouldAllBe(u => u.Contains("postgres", StringComparison.Ordinal) && u.Contains("sqlite", StringComparison.Ordinal));
    }

    /// <summary>sqlite breaks the bound once, at 500/s; the search of postgres met noise at 300/s.</summary>
    internal static RunFolder Run()
    {
        var run = new SyntheticRun();
        foreach (var (store, rate, trial) in
            from s in new[] { "postgres", "sqlite" } from r in new[] { 250, 500 } from t in Enumerable.Range(1, 2) select (s, r, t))
        {
            run.Add("append", store, null, rate, trial, throughput: rate);
        }

        var folder = run.Build();
        return folder with { Steps = [.. folder.Steps.Select(Bounded)] };
    }

    private static StepRecord Bounded(StepRecord step)
    {
        var milliseconds = (step.Rate / 50) + (step.Store == "sqlite" ? 6 * step.Trial : 0);
        return step with
        {
            Thresholds = [new("p99<20ms", milliseconds < 20, 20, "ms", Value: milliseconds)],
            SloSearch = (step.Store, step.Rate, step.Trial) != ("postgres", 500, 1) ? null
                : new SloSearchRecord(new SloRecord(99, TimeSpan.FromMilliseconds(20)), Rate: 500)
                {
                    Probes = [.. new[] { (300, 30), (300, 9), (300, 9), (600, 25), (600, 26), (500, 12), (500, 15), (500, 14) }
                        .Select(p => new SloProbe(p.Item1, p.Item1, p.Item2 < 20, TimeSpan.FromMilliseconds(p.Item2)))],
                },
        };
    }
}
