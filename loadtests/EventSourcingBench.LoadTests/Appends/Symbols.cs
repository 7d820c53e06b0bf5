namespace EventSourcingBench.LoadTests.Appends;

/// <summary>Names streams: the first is EURUSD, further ones are made up in the form of a symbol.</summary>
internal static class Symbols
{
    public const int LetterCount = 26;

    // Made up: XAAAAB, XAAAAC, ... No traded pair starts so, and 26^5 of them are enough.
    public static IReadOnlyList<CurrencySymbol> Create(int count) =>
        [.. Enumerable.Range(0, count).Select(i => new CurrencySymbol(i == 0 ? "EURUSD" : "X" + Letters(i, 5)))];

    /// <summary>A number in letters, from <c>A</c> for 0 on.</summary>
    public static string Letters(int number, int length) => string.Create(length, number, static (span, rest) =>
    {
        for (var i = span.Length - 1; i >= 0; i--, rest /= LetterCount)
            span[i] = (char)('A' + (rest % LetterCount));
    });
}
