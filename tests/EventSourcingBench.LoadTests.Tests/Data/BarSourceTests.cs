using FsCheck;

namespace EventSourcingBench.LoadTests.Tests;

public sealed class BarSourceTests
{
    [Fact]
    public void After_the_last_bar_the_first_follows() => Prop.ForAll(
        ArbMap.Default.ArbFor<PositiveInt>(),
        ArbMap.Default.ArbFor<NonNegativeInt>(),
        (count, round) =>
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
}
