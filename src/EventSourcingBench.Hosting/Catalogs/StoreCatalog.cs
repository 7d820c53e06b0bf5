namespace EventSourcingBench.Hosting.Catalogs;

/// <summary>The stores that can be named, each with its definition or with the reason why it cannot run here.</summary>
/// <param name="Entries">The stores, in the order of their names.</param>
/// <param name="Names">Every name that can be said, also those that were not to be loaded.</param>
public sealed record StoreCatalog(IReadOnlyList<StoreEntry> Entries, IReadOnlyList<string> Names)
{
    private const string What = "store";

    /// <summary>Finds and loads the store plug-ins.</summary>
    /// <exception cref="UserException">A manifest is not valid, two plug-ins offer one name, a plug-in does not offer what its manifest
    /// says, or a name to load is unknown.</exception>
    public static StoreCatalog Load(CatalogOptions options)
    {
        var offers = PluginOffers<IStorePlugin>.Load(PluginKind.Store, What, options, []);
        foreach (var plugin in offers.Loaded.Where(o => o.Instance is not null).DistinctBy(o => o.Plugin.Name))
        {
            RequireSameStores(plugin.Plugin, plugin.Instance!);
        }

        return new StoreCatalog([.. offers.Loaded.Select(Entry)], offers.Names);
    }

    /// <summary>The store of a name.</summary>
    /// <exception cref="UserException">There is none; the message names the valid ones.</exception>
    public StoreEntry Find(string name) =>
        Entries.FirstOrDefault(e => e.Name == name) ?? throw NameSuggestion.Unknown(What, name, Names);

    private static StoreEntry Entry(PluginOffers<IStorePlugin>.LoadedOffer loaded) => new()
    {
        Name = loaded.Offer.Name,
        Summary = loaded.Offer.Summary,
        Server = loaded.Offer.Server,
        Model = loaded.Offer.Model,
        PluginName = loaded.Plugin.Name,
        Definition = loaded.Instance?.Stores.Single(d => d.Name == loaded.Offer.Name),
        Unavailable = loaded.Unavailable,
    };

    private static void RequireSameStores(PluginLocation plugin, IStorePlugin instance)
    {
        var said = plugin.Manifest.Offers.Select(o => o.Name).Order(StringComparer.Ordinal).ToList();
        var offered = instance.Stores.Select(d => d.Name).Order(StringComparer.Ordinal).ToList();
        if (!said.SequenceEqual(offered, StringComparer.Ordinal))
        {
            throw new UserException(
                $"{plugin.Name}: {PluginManifest.FileName} names {string.Join(", ", said)} but the plug-in offers "
                + $"{string.Join(", ", offered)}.");
        }
    }
}

/// <summary>A store that the user can name, whether it can run here or not.</summary>
public sealed record StoreEntry
{
    /// <summary>The name that users say.</summary>
    public required string Name { get; init; }

    /// <summary>One line: what it is.</summary>
    public required string Summary { get; init; }

    /// <summary>The kind of server that it needs; null for an embedded store.</summary>
    public string? Server { get; init; }

    /// <summary>How the suites use it.</summary>
    public StoreModel Model { get; init; }

    /// <summary>The plug-in that offers it.</summary>
    public required string PluginName { get; init; }

    /// <summary>How it is opened; null when <see cref="Unavailable"/> says why it cannot be.</summary>
    public StoreDefinition? Definition { get; init; }

    /// <summary>Why its plug-in cannot be used here; null when it can. Whether its server can be had is for the pool of servers to
    /// say.</summary>
    public Unavailable? Unavailable { get; init; }
}
