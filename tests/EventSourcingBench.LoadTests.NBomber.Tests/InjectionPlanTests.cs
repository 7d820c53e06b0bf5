namespace EventSourcingBench.LoadTests.NBomber.Tests;

public sealed class InjectionPlanTests
{
    [Theory]
    [InlineData(250, 30, 250, 1)]
    [InlineData(0.5, 30, 1, 2)]
    [InlineData(2.5, 10, 5, 2)]
    [InlineData(1000, 2.5, 1250, 1.25)]
    public void An_interval_has_a_whole_number_of_requests_and_goes_into_the_duration(
        double rate, double seconds, int perInterval, double interval)
    {
        var plan = InjectionPlan.Create(rate, TimeSpan.FromSeconds(seconds), ramp: false);
        (plan.PerInterval, plan.Interval, plan.Count)
            .ShouldBe((perInterval, TimeSpan.FromSeconds(interval), (long)Math.Round(rate * seconds)));
    }

    [Fact]
    public void A_rate_whose_shortest_interval_is_longer_than_the_step_is_refused_with_the_fix() =>
        Should.Throw<LoadEngineException>(() => InjectionPlan.Create(0.1, TimeSpan.FromSeconds(5), ramp: false))
            .Message.ShouldBe(
                "NBomber sends whole requests in each interval: at 0.1/s the shortest is 10 s, longer than the step's 5 s. "
                + "Say a longer --duration, or --engine built-in.");

    [Fact]
    public void A_request_is_late_only_after_the_end_of_its_interval()
    {
        var plan = InjectionPlan.Create(10, TimeSpan.FromSeconds(3), ramp: false);
        new[] { (0, 0.2), (9, 1.5), (10, 1.5), (29, 7.0), (40, 7.0) }
            .Select(r => plan.DueAt(r.Item1, TimeSpan.FromSeconds(r.Item2)).TotalSeconds).ShouldBe([0.2, 1, 1.5, 3, 3]);
    }

    [Fact]
    public void A_ramp_has_half_the_requests_and_none_in_its_first_interval()
    {
        var plan = InjectionPlan.Create(100, TimeSpan.FromSeconds(10), ramp: true);
        plan.Count.ShouldBe(450);
        new[] { 0, 9, 10 }.Select(i => plan.DueAt(i, TimeSpan.FromSeconds(5)).TotalSeconds).ShouldBe([2, 2, 3]);
    }
}
