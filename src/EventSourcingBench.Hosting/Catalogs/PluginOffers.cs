namespace EventSourcingBench.Hosting.Catalogs;

/// <summary>What the plug-ins of one kind offer, each loaded once or with the reason why it is not.</summary>
/// <param name="Names">Every name, also those that were not asked for.</param>
/// <param name="Loaded">The offers that were asked for, in the order of their names.</param>
internal sealed record PluginOffers<T>(IReadOnlyList<string> Names, IReadOnlyList<PluginOffers<T>.LoadedOffer> Loaded)
    where T : class
{
    public static PluginOffers<T> Load(PluginKind kind, string what, CatalogOptions options, IReadOnlyList<string> hostNames)
    {
        var plugins = new PluginLocator(options.BaseFolder).Find(kind, options.ExtraPluginFolders ?? []);
        var names = RequireUnique(plugins, what, hostNames);
        if (options.Only?.FirstOrDefault(n => !names.Contains(n)) is { } unknown)
        {
            throw NameSuggestion.Unknown(what, unknown, names);
        }

        var loaded = new List<LoadedOffer>();
        foreach (var plugin in plugins)
        {
            var offered = plugin.Manifest.Offers.Where(o => options.Only?.Contains(o.Name) != false).ToList();
            if (offered.Count > 0)
            {
                var (instance, unavailable) = PluginActivator.Activate<T>(plugin);
                loaded.AddRange(offered.Select(o => new LoadedOffer(plugin, o, instance, unavailable)));
            }
        }

        return new PluginOffers<T>(names, [.. loaded.OrderBy(o => o.Offer.Name, StringComparer.Ordinal)]);
    }

    private static List<string> RequireUnique(IReadOnlyList<PluginLocation> plugins, string what, IReadOnlyList<string> hostNames)
    {
        var offers = plugins.SelectMany(p => p.Manifest.Offers.Select(o => (o.Name, Plugin: p.Name)))
            .Concat(hostNames.Select(n => (Name: n, Plugin: "the host itself")))
            .ToList();
        return offers.GroupBy(o => o.Name, StringComparer.Ordinal).FirstOrDefault(g => g.Count() > 1) is { } twice
            ? throw new UserException(
                $"The {what} '{twice.Key}' is offered more than once: by {string.Join(" and ", twice.Select(o => o.Plugin))}. "
                + "Rename or remove one.")
            : [.. offers.Select(o => o.Name)];
    }

    /// <summary>One offer and what became of its plug-in.</summary>
    internal sealed record LoadedOffer(PluginLocation Plugin, PluginOffer Offer, T? Instance, Unavailable? Unavailable);
}

/// <summary>How plug-ins are looked for.</summary>
public sealed record CatalogOptions
{
    /// <summary>Folders of plug-ins besides the project's own, each with a <c>plugin.json</c>: a project's folder or built output. Default:
    /// none.</summary>
    public IReadOnlyList<string>? ExtraPluginFolders { get; init; }

    /// <summary>Names to load; plug-ins that offer none of them are neither loaded nor listed. Default: all.</summary>
    public IReadOnlyCollection<string>? Only { get; init; }

    /// <summary>Where the search for the repository starts, going up. Default: the application's folder.</summary>
    public string BaseFolder { get; init; } = AppContext.BaseDirectory;
}
