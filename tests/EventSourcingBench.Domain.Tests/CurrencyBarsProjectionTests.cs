namespace EventSourcingBench.Domain.Tests;

public sealed class CurrencyBarsProjectionTests
{
    private readonly CurrencyBarsProjection _projection = new();

    [Fact]
    public void A_bar_gives_a_row_with_its_symbol_volume_and_call_time()
    {
        var recorded = Bars.Recorded(CurrencyEvents.ToEventData(Guid.NewGuid(), Currency.Decide(Bars.Eurusd, Bars.Sound)).Data);

        var row = _projection.Project(recorded).ShouldNotBeNull();

        (row.EventId, row.Group, row.Amount, row.ApiCallTime).ShouldBe((recorded.Id, "EURUSD", 9, Bars.Sound.ApiCallTime));
        row.Document.ShouldBe(recorded.Data);
    }

    [Fact]
    public void The_order_of_members_and_unknown_ones_do_not_matter()
    {
        var row = _projection.Project(Bars.Recorded((
            """{ "extra": {"symbol": "XXXXXX", "list": [1]}, "apiCallTime": "2026-01-02T03:04:05Z","""u8
            + """ "tickVolume": 7, "symbol": "GBPUSD" }"""u8).ToArray()));

        (row.ShouldNotBeNull().Group, row.Amount).ShouldBe(("GBPUSD", 7));
        row.ApiCallTime.ShouldBe(new DateTimeOffset(2026, 1, 2, 3, 4, 5, TimeSpan.Zero));
    }

    [Fact]
    public void Other_events_give_no_row() => _projection.Project(Bars.Recorded("{}"u8.ToArray(), "CourseDefined")).ShouldBeNull();

    [Theory]
    [InlineData("{}", "symbol is missing")]
    [InlineData("""{"symbol":"EURUSD","apiCallTime":"2026-01-02T03:04:05Z"}""", "tickVolume is missing")]
    [InlineData("""{"symbol":"EURUSD","tickVolume":1}""", "apiCallTime is missing")]
    [InlineData("""{"symbol":"EURUSD","tickVolume":"many"}""", "is not a CurrencyInfoAdded")]
    [InlineData("""{"symbol":7}""", "is not a CurrencyInfoAdded")]
    [InlineData("[1]", "symbol is missing")]
    [InlineData("", "is not a CurrencyInfoAdded")]
    [InlineData("""{"symbol":""", "is not a CurrencyInfoAdded")]
    public void A_damaged_bar_is_an_error_that_names_the_event(string json, string reason)
    {
        var recorded = Bars.Recorded(Encoding.UTF8.GetBytes(json));

        var error = Should.Throw<FormatException>(() => _projection.Project(recorded));

        error.Message.ShouldContain(recorded.Id.ToString());
        error.Message.ShouldContain(reason);
    }
}
