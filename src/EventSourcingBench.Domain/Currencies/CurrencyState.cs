namespace EventSourcingBench.Domain.Currencies;

/// <summary>What the bars of one currency amount to.</summary>
/// <param name="Bars">How many bars; the version of its stream.</param>
/// <param name="High">The highest price of all bars; null before the first.</param>
/// <param name="Low">The lowest price of all bars; null before the first.</param>
/// <param name="LastClose">The last bar's last price; null before the first.</param>
public sealed record CurrencyState(long Bars, double? High, double? Low, double? LastClose)
{
    /// <summary>A currency without a bar.</summary>
    public static CurrencyState Empty { get; } = new(0, null, null, null);
}
