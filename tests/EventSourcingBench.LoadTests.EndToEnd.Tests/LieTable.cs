namespace EventSourcingBench.LoadTests.EndToEnd.Tests;

/// <summary>
/// The table of docs/verification.md, which is what the tests expect: a row for each store, a column for each suite. A cell names
/// the kinds that must be found; <c>passes</c> where an honest store must pass; <c>-</c> where the store is not asked. What stands in
/// brackets is asked where EVENTSOURCINGBENCH_LIES=all.
/// </summary>
internal static class LieTable
{
    private const string Passes = "passes";
    private const string NotAsked = "-";
    private const int FirstSuite = 2;
    private static readonly bool AsksAll = Environment.GetEnvironmentVariable("EVENTSOURCINGBENCH_LIES") == "all";
    private static readonly string[][] Rows = [.. File.ReadAllLines(Path.Combine(Places.Repository, "docs", "verification.md"))
        .SkipWhile(l => !l.StartsWith("| store |", StringComparison.Ordinal))
        .TakeWhile(l => l.StartsWith('|'))
        .Select(l => l.Trim('|').Split('|', StringSplitOptions.TrimEntries))];

    /// <summary>The suites that have a column.</summary>
    public static IReadOnlyList<string> Suites => Rows[0][FirstSuite..];

    /// <summary>Every store of the table.</summary>
    public static IReadOnlyList<string> Names { get; } = [.. Rows.Skip(2).Select(r => r[0])];

    /// <summary>Stores that another test finds, or that only a retry or a rank shows, as the page says under the table.</summary>
    public static IReadOnlyList<string> FoundOtherwise { get; } = [.. Rows.Skip(2).Where(r => r[1].EndsWith('*')).Select(r => r[0])];

    /// <summary>The stores that are asked in a suite, and the kinds that must be found of each.</summary>
    public static Dictionary<string, IReadOnlyList<FindingKind>> Read(string suite)
    {
        var column = Array.IndexOf(Rows[0], suite, FirstSuite);
        return Rows.Skip(2).Where(r => r[column] != NotAsked && (AsksAll || !r[column].StartsWith('('))).ToDictionary(
            r => r[0],
            r => (IReadOnlyList<FindingKind>)[.. r[column].Trim('(', ')').Split(", ").Where(title => title != Passes).Select(Kind)],
            StringComparer.Ordinal);
    }

    private static FindingKind Kind(string title) =>
        FindingKind.All.FirstOrDefault(k => k.Title == title) ?? throw new FormatException($"'{title}' is no kind of finding.");
}
