namespace EventSourcingBench.Measurement.Tests;

public sealed class BootstrapTests
{
    // 10,000 draws each: few and short samples keep the tests fast.
    private static readonly Config Few = Config.QuickThrowOnFailure.WithMaxTest(40);

    private static readonly Arbitrary<double[]> Samples =
        Gen.Choose(2, 12).SelectMany(n => Gen.Choose(-1_000, 1_000).Select(v => v / 8.0).ArrayOf(n)).ToArbitrary();

    [Fact]
    public void The_interval_holds_the_median_and_stays_within_the_values() => Check.One(Few, Prop.ForAll(Samples, values =>
    {
        var estimate = Bootstrap.Median(values, seed: 7);
        estimate.Low!.Value.ShouldBeInRange(values.Min(), estimate.Median);
        estimate.High!.Value.ShouldBeInRange(estimate.Median, values.Max());
    }));

    [Fact]
    public void The_same_seed_gives_the_same_in_any_order() => Check.One(Few, Prop.ForAll(Samples, values =>
        Bootstrap.Median([.. values.Reverse()], seed: 3).ShouldBe(Bootstrap.Median(values, seed: 3))));

    [Fact]
    public void The_interval_of_many_values_is_near_the_known_one()
    {
        // Of 101 even values the exact interval of order statistics is 40 to 60 (binomial, 95%).
        var estimate = Bootstrap.Median([.. Enumerable.Range(0, 101).Select(i => (double)i)], seed: 1);

        estimate.Median.ShouldBe(50);
        estimate.Low!.Value.ShouldBeInRange(38, 42);
        estimate.High!.Value.ShouldBeInRange(58, 62);
    }

    [Fact]
    public void Three_values_give_their_range_and_one_has_no_interval()
    {
        Bootstrap.Median([3, 1, 2], seed: 1).ShouldBe(new Estimate(2, 1, 3));
        Bootstrap.Median([5], seed: 1).ShouldBe(new Estimate(5, null, null));
        Bootstrap.Median([double.MaxValue, double.MaxValue], seed: 1).Median.ShouldBe(double.MaxValue);
        Bootstrap.RatioOfMedians([20, 22, 24], [10, 11, 12], 1).ShouldBe(new Estimate(2, 20.0 / 12, 24.0 / 10));
        Bootstrap.RatioOfMedians([24, 20, 22], [12, 10, 11], 1).ShouldBe(new Estimate(2, 20.0 / 12, 24.0 / 10));
        Bootstrap.RatioOfMedians([20], [10, 10], 1).ShouldBe(new Estimate(2, null, null));
    }

    [Fact]
    public void Nothing_and_what_is_no_number_are_refused()
    {
        Should.Throw<ArgumentException>(() => Bootstrap.Median([], seed: 1));
        Should.Throw<ArgumentException>(() => Bootstrap.Median([1, double.NaN], seed: 1));
        Should.Throw<ArgumentException>(() => Bootstrap.RatioOfMedians([20], [0], 1));
    }
}
