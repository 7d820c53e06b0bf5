namespace EventSourcingBench.LoadTests.Tests;

public sealed class BarSourceTests
{
    [Fact]
    public void After_the_last_bar_the_first_follows() => Prop.ForAll<PositiveInt, NonNegativeInt>((count, round) =>
    {
        var bars = SyntheticBars.Create(1, count.Get);
        var source = new BarSource("test", bars);
        var start = (long)round.Get * count.Get * 1_000_000;
        return Enumerable.Range(0, count.Get).All(i => source.Next(start + i) == bars[i]);
    }).QuickCheckThrowOnFailure();

    [Fact]
    public void Taking_a_bar_allocates_nothing()
    {
        var source = BarSource.Synthetic(1);
        source.Next(0).Low.ShouldBeGreaterThan(0);
        var (before, sum) = (GC.GetAllocatedBytesForCurrentThread(), 0L);
        for (var i = 0L; i < 1_000; i++)
            sum += source.Next(i).TickVolume;

        (GC.GetAllocatedBytesForCurrentThread() - before).ShouldBe(0);
        sum.ShouldBeGreaterThan(0);
    }

    [Fact]
    public void A_file_gives_its_name_and_not_its_place_and_a_source_without_bars_is_refused()
    {
        using var folder = new TempFolder();
        BarSource.FromFile(folder.Write("EURUSD.csv", "2020.09.08,00:00,1,1,1,1,9\n")).Name.ShouldBe("EURUSD.csv");
        BarSource.Synthetic(1).Name.ShouldBe("synthetic");
        Should.Throw<ArgumentException>(() => new BarSource("none", []));
    }

    [Fact]
    public void There_is_one_bar_a_minute_and_its_prices_do_not_contradict_each_other() => Prop.ForAll<int, PositiveInt>((seed, count) =>
    {
        var bars = SyntheticBars.Create(seed, count.Get * 10);
        return bars.All(b => b.Low > 0 && b.Low <= Math.Min(b.Open, b.Close) && Math.Max(b.Open, b.Close) <= b.High && b.TickVolume > 0)
            && bars.Zip(bars.Skip(1)).All(pair => pair.Second.Time - pair.First.Time == TimeSpan.FromMinutes(1));
    }).QuickCheckThrowOnFailure();

    [Fact]
    public void A_longer_series_begins_with_the_shorter_one_and_each_seed_gives_another() => Prop.ForAll<int, PositiveInt>((seed, count) =>
    {
        var bars = SyntheticBars.Create(seed, count.Get + 20);
        return bars.Take(count.Get).SequenceEqual(SyntheticBars.Create(seed, count.Get))
            && !bars.SequenceEqual(SyntheticBars.Create(unchecked(seed + 1), count.Get + 20));
    }).QuickCheckThrowOnFailure();

    // A change of runtime or machine that changed the series would show here.
    [Fact]
    public void The_series_of_a_seed_is_fixed() => SyntheticBars.Create(seed: 42, count: 1_000)[^1].ShouldBe(
        new Bar(new DateTime(2020, 1, 1, 16, 39, 0, DateTimeKind.Unspecified), 1.18312, 1.18312, 1.18292, 1.18292, 48, 0));
}
