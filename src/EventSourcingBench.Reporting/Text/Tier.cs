namespace EventSourcingBench.Reporting;

/// <summary>The words for durability tiers, strongest first.</summary>
internal static class Tier
{
    /// <summary>The tier whose promise takes several nodes.</summary>
    public const string Replicated = "replicated";

    private static readonly (string Name, string Stores, string Title)[] Known =
    [
        (Replicated, "wait for a majority of nodes", "acknowledged by a majority of nodes"),
        ("fsync", "force every event to disk", "every acknowledged event was forced to disk"),
        ("buffered", "leave forcing to disk to the operating system", "may lose acknowledged events on power loss"),
        ("volatile", "keep events in memory", "lost when the process ends"),
    ];

    /// <summary>A place for sorting: the strongest promise is 0, names nobody knows come last.</summary>
    public static int Order(string tier)
    {
        var index = Array.FindIndex(Known, k => k.Name == tier);
        return index < 0 ? Known.Length : index;
    }

    /// <summary>What stores of the tier do, to follow <c>the stores that ...</c>.</summary>
    public static string StoresThat(string tier) =>
        Array.Find(Known, k => k.Name == tier).Stores ?? $"call themselves {tier}";

    /// <summary>What an acknowledgement is worth.</summary>
    public static string Meaning(string tier) =>
        Array.Find(Known, k => k.Name == tier).Title ?? "a tier this version does not know";
}
