namespace EventSourcingBench.Measurement.Tests;

public sealed class TrendTests
{
    // By hand: of ten points there are 45 slopes; the interval goes 1.96 · √125 / 2 = 10.96 places to either side of their middle.
    [Fact]
    public void The_slope_and_its_interval_are_those_of_the_books()
    {
        List<(double, double)> points = [.. Enumerable.Range(0, 10).Select(i => ((double)i, (double)(i * i)))];
        var slopes = points.SelectMany((p, i) => points.Skip(i + 1).Select(q => q.Item1 + p.Item1)).Order().ToList();
        Trend.Of(points).ShouldBe(new Trend(slopes[22], slopes[11], slopes[33]));
    }

    [Fact]
    public void A_peak_is_no_rise_and_scatter_neither()
    {
        Of(i => i == 40 ? 1000 : 5).ShouldBe(new Trend(0, 0, 0));
        var scatter = new Random(1);
        Of(_ => 100 + scatter.NextDouble()).Rise.ShouldBe(0);
        Of(i => 100 - i).Rise.ShouldBe(0);
        Of(i => 100 + (0.5 * i) + scatter.NextDouble()).Rise.ShouldBe(0.5, 0.01);
        Trend.Of([.. Enumerable.Range(0, 9).Select(i => ((double)i, 1.0))]).ShouldBeNull();

        static Trend Of(Func<int, double> value) => Trend.Of([.. Enumerable.Range(0, 50).Select(i => ((double)i, value(i)))])!;
    }

    [Fact]
    public void Twenty_minutes_with_a_sample_of_the_disk_in_each_are_enough()
    {
        var step = new StepRecord(1, "append", "sqlite", 1, default, TimeSpan.FromMinutes(20), new() { Passed = true, Text = "" }, 0)
        {
            Operations = [],
            Seconds = [.. Enumerable.Range(0, 1_200).Select(s => new SecondRecord(s, 2) { DiskBytes = s % 60 == 0 ? 100L * s : null })],
        };
        var disk = StepTrend.AllOf(step).Single(t => t.Measure == "disk");
        (disk.First, disk.Trend.Slope).ShouldBe((50, 0));
        StepTrend.AllOf(step with { Seconds = [.. step.Seconds.SkipLast(60)] }).ShouldBeEmpty();
        // A folder that was larger before: a percentage of less than nothing would turn a rise into a fall.
        StepTrend.AllOf(step with { Seconds = [.. step.Seconds.Select(s => s.Second == 540 ? s with { DiskBytes = 1_000_000 } : s)] })
            .ShouldBeEmpty();
    }

    // The chance that none of 200 series of scatter rises significantly, where 2.5% should, is below 1%; that 15 do, below 0.1%.
    [Fact]
    public void Scatter_rises_as_often_as_the_level_says()
    {
        var random = new Random(7);
        var rises = Enumerable.Range(0, 200).Count(_ =>
            Trend.Of([.. Enumerable.Range(0, 50).Select(i => ((double)i, random.NextDouble()))])!.Rise > 0);
        rises.ShouldBeInRange(1, 14);
    }
}
