namespace EventSourcingBench.LoadTests.Tests;

public sealed class LoadShareTests
{
    [Theory]
    [InlineData(8, 2, new[] { 4, 4 })]
    [InlineData(7, 3, new[] { 3, 2, 2 })]
    [InlineData(2, 4, new[] { 1, 1 })]
    public void Copies_are_divided_and_none_is_lost(int copies, int generators, int[] parts) =>
        LoadShare.Divide(Closed(copies), generators).Select(p => p.Simulation.Copies).ShouldBe(parts.Select(p => (int?)p));

    [Theory]
    [InlineData(false, new[] { 0.0, 10, 20, 30 })]
    [InlineData(true, new[] { 0.0, 0, 0, 0 })]
    public void A_rate_is_divided_and_each_generator_takes_its_turn_but_on_a_ramp(bool ramp, double[] delays)
    {
        var parts = LoadShare.Divide(Open(100) with { Ramp = ramp }, 4);
        parts.Select(p => p.Delay.TotalMilliseconds).ShouldBe(delays);
        parts.ShouldAllBe(p => p.Simulation.Rate == 25 && p.Simulation.Ramp == ramp);
        parts.Sum(p => p.Simulation.MaxInFlight).ShouldBe(256);
    }

    [Theory]
    [InlineData(0.5, 1)]
    [InlineData(2.5, 2)]
    public void A_low_rate_is_made_by_fewer(double rate, int taking)
    {
        var parts = LoadShare.Divide(Open(rate), 4);
        parts.Count.ShouldBe(taking);
        parts.Sum(p => p.Simulation.Rate!.Value).ShouldBe(rate, tolerance: 1e-9);
    }

    [Fact]
    public void Together_they_send_each_request_of_one_generator_once() => LoadShare.Divide(Closed(3), 3)
        .SelectMany(p => Enumerable.Range(0, 10).Select(s => p.Share.NumberOf(s))).Order()
        .ShouldBe(Enumerable.Range(0, 30).Select(n => (long)n));

    private static LoadSimulation Closed(int? copies) => new(TimeSpan.Zero, TimeSpan.FromSeconds(1), copies);

    private static LoadSimulation Open(double rate) => Closed(copies: null) with { Rate = rate };
}
