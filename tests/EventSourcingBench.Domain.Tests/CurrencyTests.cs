namespace EventSourcingBench.Domain.Tests;

public sealed class CurrencyTests
{
    private static readonly DateTime Local = new(2020, 9, 8, 0, 0, 0, DateTimeKind.Local);
    private static readonly DateTimeOffset InParis = new(2026, 1, 1, 0, 0, 0, TimeSpan.FromHours(1));

    public static TheoryData<string, AddCurrencyInfo, string> Unsound => new()
    {
        { "time", Bars.Sound with { Time = default }, "must be given." },
        { "time", Bars.Sound with { Time = Local }, "must be the broker's clock, without an offset." },
        { "tickVolume", Bars.Sound with { TickVolume = -1 }, "must be 0 or more; it is -1." },
        { "tickVolume", Bars.Sound with { TickVolume = long.MaxValue }, "must be at most 1000000000000; it is 9223372036854775807." },
        { "realVolume", Bars.Sound with { RealVolume = -2 }, "must be 0 or more; it is -2." },
        { "high", Bars.Sound with { High = double.PositiveInfinity }, "must be a finite number." },
        { "high", Bars.Sound with { High = 1 }, "must not be below low; it is 1, low is 1.18133." },
        { "low", Bars.Sound with { Low = double.NaN }, "must be a finite number." },
        { "low", Bars.Sound with { Low = 0 }, "must be more than 0; it is 0." },
        { "open", Bars.Sound with { Open = 1.18132 }, "must be from low to high; it is 1.18132, low is 1.18133, high is 1.18156." },
        { "close", Bars.Sound with { Close = 1.18157 }, "must be from low to high; it is 1.18157, low is 1.18133, high is 1.18156." },
        { "apiCallTime", Bars.Sound with { ApiCallTime = default }, "must be given." },
        { "apiCallTime", Bars.Sound with { ApiCallTime = InParis }, "must be UTC: an offset of zero, or Z." },
    };

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

    [Theory]
    [InlineData("""{"time":"2020-09-08T00:00:00"}""")]
    [InlineData("""{"spread":1}""")]
    [InlineData("null")]
    [InlineData("""{"symbol":"eurusd"}""")]
    [InlineData("{}", "CourseDefined", "has the type CourseDefined, not CurrencyInfoAdded")]
    public void A_damaged_or_foreign_event_is_not_read(string json, string type = CurrencyInfoAdded.EventType, string reason = "") =>
        Should.Throw<ForeignEventException>(() => CurrencyEvents.FromRecorded(Bars.Recorded(Encoding.UTF8.GetBytes(json), type)))
            .Message.ShouldContain(reason);

    [Theory]
    [MemberData(nameof(Unsound))]
    public void One_wrong_field_gives_one_complaint(string field, AddCurrencyInfo command, string message) =>
        AddCurrencyInfoRules.Check(command).ShouldBe([new FieldComplaint(field, message)]);

    [Fact]
    public void Every_wrong_field_is_named_at_once() =>
        AddCurrencyInfoRules.Check(Bars.Sound with { TickVolume = -1, High = -1, ApiCallTime = default })
            .Select(c => c.Field).ShouldBe(["tickVolume", "high", "apiCallTime"]);

    [Fact]
    public void A_wrong_command_is_not_decided() =>
        Should.Throw<ArgumentException>(() => Currency.Decide(Bars.Eurusd, Bars.Sound with { High = 1 }))
            .Message.ShouldStartWith("high must not be below low");

    [Theory]
    [InlineData("")]
    [InlineData("EURUS")]
    [InlineData("EURUSDX")]
    [InlineData("eurusd")]
    [InlineData("EUR/US")]
    [InlineData("EUR123")]
    [InlineData("ÄURUSD")]
    [InlineData("EURUS ")]
    public void Another_symbol_is_refused_with_the_form_that_is_wanted(string text)
    {
        CurrencySymbol.TryParse(text, out _).ShouldBeFalse();
        Should.Throw<ArgumentException>(() => new CurrencySymbol(text)).Message.ShouldContain("6 upper-case letters");
    }

    [Fact]
    public void The_default_symbol_names_nothing() => Should.Throw<InvalidOperationException>(() => default(CurrencySymbol).Value);

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
