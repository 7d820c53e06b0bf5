using FsCheck;

namespace EventSourcingBench.LoadTests.Tests;

public sealed class SyntheticBarsTests
{
    [Fact]
    public void There_is_one_bar_a_minute_and_its_prices_do_not_contradict_each_other() => Prop.ForAll(
        ArbMap.Default.ArbFor<int>(),
        ArbMap.Default.ArbFor<PositiveInt>(),
        (seed, count) =>
        {
            var bars = SyntheticBars.Create(seed, count.Get * 10);
            return bars.All(b => b.Low > 0 && b.Low <= Math.Min(b.Open, b.Close) && Math.Max(b.Open, b.Close) <= b.High && b.TickVolume > 0)
                && bars.Zip(bars.Skip(1)).All(pair => pair.Second.Time - pair.First.Time == TimeSpan.FromMinutes(1));
        }).QuickCheckThrowOnFailure();

    [Fact]
    public void A_longer_series_begins_with_the_shorter_one_and_another_seed_gives_another() => Prop.ForAll(
        ArbMap.Default.ArbFor<int>(),
        ArbMap.Default.ArbFor<PositiveInt>(),
        (seed, count) =>
        {
            var bars = SyntheticBars.Create(seed, count.Get + 20);
            return bars.Take(count.Get).SequenceEqual(SyntheticBars.Create(seed, count.Get))
                && !bars.SequenceEqual(SyntheticBars.Create(unchecked(seed + 1), count.Get + 20));
        }).QuickCheckThrowOnFailure();

    // Fixed values: a change of runtime or machine that changed the series would show here.
    [Fact]
    public void The_series_of_a_seed_is_fixed()
    {
        var last = SyntheticBars.Create(seed: 42, count: 1_000)[^1];

        last.ShouldBe(new Bar(new DateTime(2020, 1, 1, 16, 39, 0, DateTimeKind.Unspecified), 1.18312, 1.18312, 1.18292, 1.18292, 48, 0));
    }
}
