using System.Diagnostics;

namespace EventSourcingBench.Stores.Marten.Tests;

/// <summary>
/// What waking the daemon costs the appends and gives to the projection delay: the same appends beside a running projection, by stores
/// that differ in what wakes it, in turn, in one run. Run it by itself: <c>dotnet run -c Release --project
/// tests/EventSourcingBench.Stores.Marten.Tests -- -explicit only -showLiveOutput -class "*.WakeupBenchmark"</c>.
/// </summary>
public sealed class WakeupBenchmark : MartenTest
{
    private const int Rounds = 21;
    private static readonly TimeSpan Before = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan Round = TimeSpan.FromSeconds(3);

    /// <summary>The first is what the others are compared with.</summary>
    private static readonly (string Wakeup, string Interval)[] Ways =
        [("poll", "0ms"), ("signal", "0ms"), ("signal", "250ms"), ("signal", "500ms")];

    [Theory(Explicit = true)]
    [InlineData(1)]
    [InlineData(8)]
    public async Task Appends_beside_a_projection(int writers)
    {
        var sides = new List<Side>();
        foreach (var (wakeup, interval) in Ways)
        {
            var context = Context(("marten.wakeup", wakeup), ("marten.wakeupInterval", interval));
            var store = await Definition.OpenAsync(context with { Namespace = "w" + Guid.NewGuid().ToString("N") }, CancellationToken.None);
            var observer = new RecordingObserver();
            var running = await store.Projections!.StartAsync(new CountedProjection(), observer);
            sides.Add(new Side($"{wakeup} {interval}", store, running, observer));
        }

        for (var round = 0; round <= Rounds; round++)
        {
            for (var i = 0; i < sides.Count; i++)
            {
                await MeasureAsync(sides[(i + round) % sides.Count], writers, keep: round > 0);
            }
        }

        foreach (var side in sides)
        {
            var ratios = side.Rates.Zip(sides[0].Rates, (one, first) => one / first).Order().ToList();
            TestContext.Current.TestOutputHelper!.WriteLine(FormattableString.Invariant($"""
                {writers} writers, {side.Name}: {Median(side.Rates):F0} appends/s, delay p50 {Median(side.Delays):F0} ms;
                of {sides[0].Name}'s, median of the rounds: {Median(ratios):F2} ({ratios[Rounds / 4]:F2} to {ratios[Rounds * 3 / 4]:F2})
                """));
            await side.Running.DisposeAsync();
            await side.Store.DisposeAsync();
        }
    }

    private static async Task MeasureAsync(Side side, int writers, bool keep)
    {
        await AppendAsync(side, writers, Before);
        side.Observer.Rows.Clear();
        var rate = await AppendAsync(side, writers, Round);
        if (keep)
        {
            side.Rates.Add(rate);
            side.Delays.Add(Median(side.Observer.Rows.Select(r => (r.SaveTime - r.Row.ApiCallTime).TotalMilliseconds)));
        }

        // What the projection still has to do would be in the next one's time.
        while (!(await side.Running.GetStatusAsync()).CaughtUp)
        {
            await Task.Delay(20);
        }
    }

    private static async Task<double> AppendAsync(Side side, int writers, TimeSpan time)
    {
        var clock = Stopwatch.StartNew();
        var counts = await Task.WhenAll(Enumerable.Range(0, writers).Select(_ => Task.Run(async () =>
        {
            var stream = Sample.NewStream();
            var count = 0;
            while (clock.Elapsed < time)
            {
                await side.Store.Events!.AppendAsync(stream, ExpectedVersion.Any, [Sample.Event()], CancellationToken.None);
                count++;
            }

            return count;
        })));
        return counts.Sum() / clock.Elapsed.TotalSeconds;
    }

    private static double Median(IEnumerable<double> values)
    {
        var ordered = values.Order().ToList();
        return ordered.Count == 0 ? double.NaN : ordered[ordered.Count / 2];
    }

    private sealed record Side(string Name, IStore Store, IRunningProjection Running, RecordingObserver Observer)
    {
        public List<double> Rates { get; } = [];

        public List<double> Delays { get; } = [];
    }
}
