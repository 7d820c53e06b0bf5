namespace EventSourcingBench.Reporting.Tests;

public sealed class RatioTests
{
    [Fact]
    public void A_ratio_of_medians_has_an_interval_that_holds_it()
    {
        var ratio = Bootstrap.RatioOfMedians([20, 22, 24], [10, 11, 12], 1);
        ratio.Median.ShouldBe(2);
        ratio.Low!.Value.ShouldBe(20.0 / 12);
        ratio.High!.Value.ShouldBe(24.0 / 10);
        Bootstrap.RatioOfMedians([24, 20, 22], [12, 10, 11], 1).ShouldBe(ratio);
    }

    [Fact]
    public void Single_trials_give_no_interval() =>
        Bootstrap.RatioOfMedians([20], [10, 10], 1).ShouldBe(new Estimate(2, null, null));

    [Fact]
    public void Nothing_is_divided_by_zero() =>
        Should.Throw<ArgumentException>(() => Bootstrap.RatioOfMedians([20], [0], 1));
}
