namespace EventSourcingBench.Measurement.Tests;

public sealed class ArrivalScheduleTests
{
    [Fact]
    public void A_constant_rate_spaces_requests_evenly()
    {
        var schedule = new ArrivalSchedule(500, TimeSpan.FromSeconds(60), ramp: false);
        schedule.Count.ShouldBe(30_000);
        new[] { 0, 1, 29_999 }.Select(i => schedule.DueAt(i).TotalMilliseconds).ShouldBe([0, 2, 59_998]);
    }

    [Fact]
    public void A_ramp_is_the_inverse_of_its_integral()
    {
        // 0 to 100 a second over 50 s: t² requests after t seconds.
        var schedule = new ArrivalSchedule(100, TimeSpan.FromSeconds(50), ramp: true);
        schedule.Count.ShouldBe(2_500);
        new[] { 0, 1, 4, 9, 2_401 }.Select(i => schedule.DueAt(i).TotalSeconds).ShouldBe([0, 1, 2, 3, 49]);
        schedule.DueAt(2).ShouldBe(TimeSpan.FromTicks(14_142_136));
    }

    [Theory]
    [InlineData(0.1, 30, 3)]
    [InlineData(0.3, 10, 3)]
    [InlineData(1.1, 10, 11)]
    [InlineData(0.5, 3, 2)]
    [InlineData(333.333, 30, 10_000)]
    [InlineData(100, 0, 0)]
    public void The_count_is_rate_times_duration_rounded_up(double rate, int seconds, long count) =>
        new ArrivalSchedule(rate, TimeSpan.FromSeconds(seconds), ramp: false).Count.ShouldBe(count);

    [Theory]
    [InlineData(true, new[] { 0.0, 10, 20, 30 })]
    [InlineData(false, new[] { 0.0, 0, 0, 0 })]
    public void Copies_of_a_ramp_join_evenly_and_others_at_once(bool ramp, double[] starts)
    {
        var schedule = new CopySchedule(4, TimeSpan.FromSeconds(40), ramp);
        Enumerable.Range(0, 4).Select(c => schedule.StartOf(c).TotalSeconds).ShouldBe(starts);
    }

    [Fact]
    public void A_rate_that_is_none_is_refused() => Array.ForEach([0, -1, double.NaN, double.PositiveInfinity], rate =>
        Should.Throw<ArgumentOutOfRangeException>(() => new ArrivalSchedule(rate, TimeSpan.FromSeconds(1), ramp: false)));

    [Fact]
    public void Requests_are_due_in_order_and_before_the_end() => Check.QuickThrowOnFailure(Prop.ForAll(
        Gen.Choose(1, 20_000).Zip(Gen.Choose(1, 600)).Zip(Gen.Elements(true, false)).ToArbitrary(),
        plan =>
        {
            var ((rate, seconds), ramp) = plan;
            var schedule = new ArrivalSchedule(rate, TimeSpan.FromSeconds(seconds), ramp);
            var samples = Enumerable.Range(0, 100).Select(i => schedule.DueAt(i * (schedule.Count - 1) / 99)).ToList();
            samples.ShouldBeInOrder();
            samples[0].ShouldBe(TimeSpan.Zero);
            samples[^1].ShouldBeLessThan(TimeSpan.FromSeconds(seconds));
            schedule.DueAt(schedule.Count).ShouldBeGreaterThanOrEqualTo(TimeSpan.FromSeconds(seconds));
        }));
}
