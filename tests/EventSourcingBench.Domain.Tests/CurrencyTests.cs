using FsCheck;
using FsCheck.Fluent;

namespace EventSourcingBench.Domain.Tests;

public sealed class CurrencyTests
{
    [Fact]
    public void An_event_reads_back_as_it_was_written() =>
        Prop.ForAll(
            ArbMap.Default.GeneratorFor<PositiveInt>().Three().ToArbitrary(),
            t =>
            {
                var added = Currency.Decide(Bars.Eurusd, Bar(t.Item1.Get, t.Item2.Get, t.Item3.Get));
                return CurrencyEvents.FromRecorded(Bars.Recorded(CurrencyEvents.ToEventData(Guid.NewGuid(), added).Data)) == added;
            }).QuickCheckThrowOnFailure();

    [Fact]
    public void An_event_is_written_in_camel_case_in_the_order_of_names()
    {
        var json = Encoding.UTF8.GetString(CurrencyEvents.ToEventData(Guid.NewGuid(), Currency.Decide(Bars.Eurusd, Bars.Sound)).Data.Span);

        json.ShouldBe(
            """{"apiCallTime":"2026-11-21T08:00:00.1234567+00:00","close":1.18145,"high":1.18156,"low":1.18133,"open":1.18136"""
            + ""","realVolume":3,"symbol":"EURUSD","tickVolume":9,"time":"2020-09-08T00:01:00"}""");
    }

    [Fact]
    public void An_event_of_another_type_is_not_read() =>
        Should.Throw<ForeignEventException>(() => CurrencyEvents.FromRecorded(Bars.Recorded("{}"u8.ToArray(), "CourseDefined")))
            .Message.ShouldContain("has the type CourseDefined, not CurrencyInfoAdded");

    [Theory]
    [InlineData("""{"time":"2020-09-08T00:00:00"}""")]
    [InlineData("""{"spread":1}""")]
    [InlineData("null")]
    [InlineData("""{"symbol":"eurusd"}""")]
    public void A_damaged_event_is_not_read(string json) =>
        Should.Throw<ForeignEventException>(() => CurrencyEvents.FromRecorded(Bars.Recorded(Encoding.UTF8.GetBytes(json))));

    private static AddCurrencyInfo Bar(int a, int b, int c)
    {
        double[] prices = [.. new[] { a, b, c }.Order().Select(p => p / 7.0)];
        return Bars.Sound with
        {
            TickVolume = a,
            RealVolume = b,
            Low = prices[0],
            High = prices[2],
            Open = prices[1],
            Close = a % 2 == 0 ? prices[0] : prices[1],
            ApiCallTime = Bars.Sound.ApiCallTime.AddTicks(c),
        };
    }
}
