namespace EventSourcingBench.Reporting.Text;

/// <summary>The words for durability tiers, strongest first.</summary>
internal static class Tier
{
    /// <summary>The tier whose promise takes several nodes.</summary>
    public const string Replicated = "replicated";

    private static readonly (string Name, string Title)[] Known =
    [
        (Replicated, "acknowledged by a majority of nodes"),
        ("fsync", "every acknowledged event was forced to disk"),
        ("buffered", "may lose acknowledged events on power loss"),
        ("volatile", "lost when the process ends"),
    ];

    public static IEnumerable<string> All => Known.Select(k => k.Name);

    /// <summary>A place for sorting: the strongest promise is 0, unknown names come last.</summary>
    public static int Order(string tier) => Array.FindIndex(Known, k => k.Name == tier) is >= 0 and var index ? index : Known.Length;

    public static string Meaning(string tier) => Array.Find(Known, k => k.Name == tier).Title ?? "a tier this version does not know";
}

internal static class Letters
{
    /// <summary>A to Z, then AA, AB and so on; none for the only run.</summary>
    public static string Of(int run, int runs) =>
        runs == 1 ? string.Empty : (run < 26 ? string.Empty : Of((run / 26) - 1, runs)) + (char)('A' + (run % 26));

    public static string StoreName(string store, int run, int runs) => runs == 1 ? store : $"{store} · {Of(run, runs)}";
}
