namespace EventSourcingBench.Domain.Currencies;

/// <summary>The streams of currencies: one for each symbol, <c>currency-EURUSD</c>.</summary>
public static class CurrencyStreams
{
    private const string Prefix = "currency-";

    /// <summary>The stream of a currency.</summary>
    /// <param name="symbol">The currency.</param>
    public static StreamId For(CurrencySymbol symbol) => new(Prefix + symbol.Value);
}
