namespace EventSourcingBench.LoadTests.Appends;

/// <summary>Names streams: the first is EURUSD, further ones are made up in the form of a symbol.</summary>
internal static class Symbols
{
    private const int Letters = 26;
    private const int Length = 6;

    public static IReadOnlyList<CurrencySymbol> Create(int count) =>
        Enumerable.Range(0, count).Select(i => new CurrencySymbol(i == 0 ? "EURUSD" : MadeUp(i))).ToList();

    // X00001 in letters: XAAAAB, XAAAAC, ... No traded pair starts so, and 26^5 of them are enough.
    private static string MadeUp(int number) => string.Create(Length, number, static (span, value) =>
    {
        for (var i = Length - 1; i > 0; i--)
        {
            span[i] = (char)('A' + (value % Letters));
            value /= Letters;
        }

        span[0] = 'X';
    });
}
