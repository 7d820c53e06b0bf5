namespace EventSourcingBench.Measurement.Tests;

public sealed class DriftTests
{
    [Theory]
    [InlineData(20, 1000, 0, true)]
    [InlineData(20, 1000, -3, true)] // A trend without weight: 3% from half to half.
    [InlineData(20, 1000, -15, false)]
    [InlineData(20, 1000, 20, false)]
    [InlineData(10, 1000, -40, false)]
    public void A_trend_of_a_tenth_or_more_is_a_drift(int seconds, double from, double each, bool isSteady)
    {
        var drift = Drift.Of([.. Enumerable.Range(0, seconds).Select(i => from + (each * i) + (i % 2 == 0 ? 8 : -8))]).ShouldNotBeNull();
        drift.IsSteady.ShouldBe(isSteady);
        if (each != 0)
            (drift.Change * each).ShouldBePositive();
    }

    [Fact]
    public void A_single_slow_spell_is_no_trend() => Drift.Of(
        [1000, 990, 1010, 1000, 300, 310, 1000, 1005, 995, 1000, 1002, 998])!.IsSteady.ShouldBeTrue();

    // By hand: 45 pairs all rise; variance 10 · 9 · 25 / 18 = 125; (45 - 1) / √125.
    [Fact]
    public void The_deviate_is_that_of_the_books() => Drift.Of([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])!.Z.ShouldBe(44 / Math.Sqrt(125), 1e-12);

    [Fact]
    public void Too_few_seconds_or_none_with_anything_say_nothing()
    {
        Drift.Of([.. Enumerable.Repeat(5.0, 9)]).ShouldBeNull();
        Drift.Of([.. Enumerable.Repeat(0.0, 20)]).ShouldBeNull();
        Drift.Of([.. Enumerable.Repeat(5.0, 20)])!.ShouldBe(new Drift(0, 0));
    }

    [Fact]
    public void A_step_names_what_was_beside_its_slower_half()
    {
        var verdict = new VerdictRecord { Passed = true, Text = "" };
        var step = new StepRecord(
            1, "append", "postgres", 1, DateTimeOffset.UnixEpoch, TimeSpan.FromSeconds(12), verdict, Throughput: 900, Copies: 8)
        {
            Operations = [],
            Seconds = [.. Enumerable.Range(0, 12).Select(i => new SecondRecord(i, 1000 - (30 * i)) { OtherCores = i < 6 ? 0.1 : 0.7 })],
            Activity =
            [
                new("GC of the API, 3.0 ms", TimeSpan.FromSeconds(1), TimeSpan.FromMilliseconds(3)),
                new("checkpoint", TimeSpan.FromSeconds(8), TimeSpan.FromSeconds(1)),
            ],
        };

        step.CausesOfDrift().ShouldBe(["checkpoint", "other processes (0.6 cores more)"]);
        (step with { Ramp = true }).Drift.ShouldBeNull();
        (step with { Seconds = [.. step.Seconds.Reverse()], Activity = [] }).CausesOfDrift()
            .ShouldContain("the warm-up, which was too short");
    }
}
