namespace EventSourcingBench.Api.Endpoints;

internal static class Symbols
{
    /// <exception cref="ProblemException">The format is wrong: 400.</exception>
    public static CurrencySymbol Parse(string symbol) => CurrencySymbol.TryParse(symbol, out var parsed)
        ? parsed
        : throw Problem.Invalid("symbol", "must be 6 upper-case letters, such as EURUSD.");
}
