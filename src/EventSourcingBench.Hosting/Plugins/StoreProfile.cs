namespace EventSourcingBench.Hosting.Plugins;

/// <summary>A named way to set a store up, which users choose as <c>STORE:NAME</c>.</summary>
/// <param name="Name"><c>conventional</c>: the use that the product's documentation shows; <c>tuned</c>: set up for concurrent load at the
/// same durability, and the one that runs where none is named.</param>
/// <param name="Summary">One line: how it uses the store, or why there is no other.</param>
/// <param name="Settings">The options that it sets; the others have their defaults.</param>
public sealed record StoreProfile(string Name, string Summary, IReadOnlyList<ProfileSetting> Settings)
{
    public const string Conventional = "conventional";
    public const string Tuned = "tuned";

    public static IReadOnlyList<string> Names { get; } = [Conventional, Tuned];

    /// <summary>The store with the profile's values as the defaults of its options.</summary>
    /// <exception cref="ArgumentException">An option is unknown, set twice, or out of range; the message names what is valid.</exception>
    public StoreDefinition Apply(StoreDefinition store)
    {
        var values = StoreOptions.Create(store.Options, Settings.ToDictionary(s => s.Option, s => s.Value)).Values;
        return store with { Options = [.. store.Options.Select(o => o with { Default = values[o.Key] })] };
    }
}

/// <param name="Source">The page of the product's documentation that it follows.</param>
public sealed record ProfileSetting(string Option, string Value, string Reason, Uri Source);
