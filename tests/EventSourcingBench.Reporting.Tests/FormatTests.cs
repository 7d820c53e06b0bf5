namespace EventSourcingBench.Reporting.Tests;

public sealed class FormatTests
{
    [Theory]
    [InlineData(0, "0")]
    [InlineData(5123, "5,120")]
    [InlineData(5125.1, "5,130")]
    [InlineData(123_456.789, "123,000")]
    [InlineData(12.345, "12.3")]
    [InlineData(9.996, "10.0")]
    [InlineData(999.6, "1,000")]
    [InlineData(0.031416, "0.0314")]
    [InlineData(-2.5, "-2.50")]
    [InlineData(double.NaN, "–")]
    [InlineData(double.PositiveInfinity, "–")]
    public void Numbers_have_three_significant_digits(double value, string text) => Format.Number(value).ShouldBe(text);

    [Theory]
    [InlineData(0.3121, "312 µs")]
    [InlineData(3.1, "3.10 ms")]
    [InlineData(1200.0, "1.20 s")]
    [InlineData(null, "–")]
    public void Durations_have_the_unit_that_suits_them(double? milliseconds, string text) => Format.Duration(milliseconds).ShouldBe(text);

    [Theory]
    [InlineData(1.5, "1.5 s")]
    [InlineData(30, "30 s")]
    [InlineData(300, "5 min")]
    [InlineData(5400, "1 h 30 min")]
    public void Spans_are_said_as_people_say_them(double seconds, string text) => Format.Span(TimeSpan.FromSeconds(seconds)).ShouldBe(text);

    [Theory]
    [InlineData(1024, "1 KiB")]
    [InlineData(65_536, "64 KiB")]
    [InlineData(1_048_576, "1 MiB")]
    [InlineData(1_000_000, "1 MB")]
    [InlineData(1_500, "1,500 B")]
    [InlineData(0, "0 B")]
    public void Sizes_are_said_exactly_as_they_were_given(long bytes, string text) => Format.Size(bytes).ShouldBe(text);

    [Fact]
    public void An_estimate_shows_its_interval_only_where_it_has_one()
    {
        Format.WithInterval(new Estimate(5123, 5000, 5201)).ShouldBe("5,120 (5,000–5,200)");
        Format.WithInterval(new Estimate(5123, null, null)).ShouldBe("5,120");
        Format.WithInterval(null).ShouldBe("–");
    }
}
