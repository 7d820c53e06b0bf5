namespace EventSourcingBench.Domain.Tests;

public sealed class AddCurrencyInfoRulesTests
{
    private static readonly DateTime Local = new(2020, 9, 8, 0, 0, 0, DateTimeKind.Local);
    private static readonly DateTimeOffset InParis = new(2026, 1, 1, 0, 0, 0, TimeSpan.FromHours(1));

    public static TheoryData<string, AddCurrencyInfo, string> Unsound => new()
    {
        { "time", Bars.Sound with { Time = default }, "must be given." },
        { "time", Bars.Sound with { Time = Local }, "must be the broker's clock, without an offset." },
        { "tickVolume", Bars.Sound with { TickVolume = -1 }, "must be 0 or more; it is -1." },
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
    public void A_sound_bar_has_no_complaint() => AddCurrencyInfoRules.Check(Bars.Sound).ShouldBeEmpty();

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
}
