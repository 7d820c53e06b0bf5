namespace EventSourcingBench.Reporting.Tests;

public sealed class LineFitTests
{
    private static readonly (double X, double Y)[] Bent = [(10, 100), (100, 150), (1000, 1200), (50_000, 40_000)];

    [Fact]
    public void A_straight_line_is_found_whatever_it_costs() => Prop.ForAll(
        Gen.Choose(0, 1_000_000).Two().Where(p => p.Item2 > 0).ToArbitrary(),
        costs =>
        {
            var (once, each) = (costs.Item1 / 10.0, costs.Item2 / 100.0);
            var fit = LineFit.Of([.. SyntheticBenchmarks.Counts.Select(n => ((double)n, once + (each * n)))])!;
            return Math.Abs(fit.PerEvent - each) <= 1e-6 * each && Math.Abs(fit.Fixed - once) <= 1e-6 * (once + (each * 10))
                && fit.WorstDeviation < 1e-6;
        }).QuickCheckThrowOnFailure();

    [Fact]
    public void No_other_line_deviates_less_in_relation_to_the_values()
    {
        var fit = LineFit.Of(Bent)!;
        foreach (var (once, each) in new[] { (1.01, 1.0), (0.99, 1.0), (1.0, 1.01), (1.0, 0.99) })
            Deviation(new LineFit(fit.Fixed * once, fit.PerEvent * each, 0)).ShouldBeGreaterThan(Deviation(fit));

        static double Deviation(LineFit line) => Bent.Sum(p => Math.Pow((line.At(p.X) / p.Y) - 1, 2));
    }

    [Fact]
    public void Many_events_do_not_hide_what_few_cost()
    {
        // One value at the far end is a tenth too high. Unweighted it would move the fixed cost by more than the fixed cost is.
        var fit = LineFit.Of([.. SyntheticBenchmarks.Counts.Select(n => ((double)n, (500 + n) * (n == 50_000 ? 1.1 : 1)))])!;
        fit.Fixed.ShouldBe(500, 15);
        fit.WorstDeviation.ShouldBeInRange(0.05, 0.1);
    }

    [Fact]
    public void Two_counts_and_values_of_nothing_have_no_line()
    {
        LineFit.Of([(10, 1), (20, 2), (20, 3)]).ShouldBeNull();
        LineFit.Of([(10, 0), (20, 2), (30, 3)]).ShouldBeNull();
    }

    [Theory]
    [InlineData(1.0, true)]
    [InlineData(1.14, true)]
    [InlineData(1.16, false)]
    [InlineData(0.84, false)]
    [InlineData(2.0, false)]
    public void A_power_law_is_found_and_called_linear_within_15_percent(double exponent, bool linear)
    {
        var law = PowerLaw.Of([.. SyntheticBenchmarks.Counts.Select(n => ((double)n, 7 * Math.Pow(n, exponent)))])!;
        law.Exponent.ShouldBe(exponent, 1e-9);
        law.Growth.ShouldBe(Math.Pow(50, exponent - 1), 1e-9);
        law.IsLinear.ShouldBe(linear);
    }

    [Fact]
    public void Only_counts_from_1_000_to_50_000_tell_how_a_value_grows()
    {
        PowerLaw.Of([(10, 1e9), (1000, 1000), (50_000, 50_000), (100_000, 1)])!.Exponent.ShouldBe(1, 1e-12);
        PowerLaw.Of([(10, 1), (1000, 1000), (100_000, 1)]).ShouldBeNull();
    }
}
