namespace EventSourcingBench.Domain.Tests;

public sealed class CurrencySymbolTests
{
    [Theory]
    [InlineData("")]
    [InlineData("EURUS")]
    [InlineData("EURUSDX")]
    [InlineData("eurusd")]
    [InlineData("EUR/US")]
    [InlineData("EUR123")]
    [InlineData("ÄURUSD")]
    [InlineData("EURUS ")]
    public void Anything_else_is_refused_with_the_form_that_is_wanted(string text)
    {
        CurrencySymbol.TryParse(text, out _).ShouldBeFalse();
        Should.Throw<ArgumentException>(() => new CurrencySymbol(text)).Message.ShouldContain("6 upper-case letters");
    }

    [Fact]
    public void The_default_names_nothing() => Should.Throw<InvalidOperationException>(() => default(CurrencySymbol).Value);

    [Fact]
    public void Its_stream_carries_its_letters() => CurrencyStreams.For(Bars.Eurusd).Value.ShouldBe("currency-EURUSD");
}
