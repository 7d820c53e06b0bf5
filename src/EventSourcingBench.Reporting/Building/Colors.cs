namespace EventSourcingBench.Reporting.Building;

/// <summary>Gives a store the same colour in every chart, whatever order it ran in.</summary>
internal static class Colors
{
    /// <summary>The colours of the runs' stores. Ways of using a store that are never in one chart share one.</summary>
    public static Dictionary<string, int> Of(IReadOnlyList<RunFolder> runs)
    {
        var suites = runs.SelectMany(r => r.Steps).Select(s => s.Suite).Distinct(StringComparer.Ordinal)
            .ToDictionary(s => s, s => SuiteDefinition.Of(s, runs), StringComparer.Ordinal);
        var kinds = runs.SelectMany(r => r.Steps).GroupBy(s => s.Store, StringComparer.Ordinal).ToDictionary(
            g => g.Key, g => g.Select(s => suites[s.Suite].KindOf(s)).OfType<string>().FirstOrDefault() ?? g.Key, StringComparer.Ordinal);
        var stores = StoresOf(runs);
        var colors = stores.Select(s => kinds[s]).Distinct(StringComparer.Ordinal).ToList();
        return stores.ToDictionary(s => s, s => colors.IndexOf(kinds[s]), StringComparer.Ordinal);
    }

    /// <summary>The stores of the runs' steps in the order of their colours.</summary>
    public static List<string> StoresOf(IReadOnlyList<RunFolder> runs) =>
        [.. runs.SelectMany(r => r.Steps.Select(s => s.Store)).Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal)];
}
