using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Hosting;

/// <summary>What the plug-ins of one kind offer, each loaded once or with the reason why it is not.</summary>
internal sealed class PluginOffers<T>
    where T : class
{
    private PluginOffers(IReadOnlyList<string> names, IReadOnlyList<LoadedOffer> loaded)
    {
        Names = names;
        Loaded = loaded;
    }

    /// <summary>Every name, also those that were not asked for.</summary>
    public IReadOnlyList<string> Names { get; }

    /// <summary>The offers that were asked for, in the order of their names.</summary>
    public IReadOnlyList<LoadedOffer> Loaded { get; }

    public static async Task<PluginOffers<T>> LoadAsync(
        PluginKind kind,
        string what,
        CatalogOptions options,
        IReadOnlyList<string> hostNames,
        CancellationToken cancellationToken)
    {
        var locator = new PluginLocator(options.BaseFolder);
        var all = locator.FindAll(options.ExtraPluginFolders ?? []);
        var plugins = all.Where(p => p.Manifest.Kind == kind).ToList();
        var names = RequireUnique(plugins, what, hostNames);
        if (options.Only?.FirstOrDefault(n => !names.Contains(n)) is { } unknown)
        {
            throw NameSuggestion.Unknown(what, unknown, names);
        }

        var builder = options.BuildMissing ? new PluginBuilder(new PluginBuilderOptions(locator.Configuration) { OnProgress = options.OnProgress }) : null;
        var activator = new PluginActivator(builder);
        var wanted = plugins.Select(p => (Plugin: p, Offers: p.Manifest.Offers.Where(o => options.Only is null || options.Only.Contains(o.Name)).ToList()))
            .Where(w => w.Offers.Count > 0)
            .ToList();
        await (builder?.TryPackagesAsync([.. wanted.Select(w => w.Plugin)], all, cancellationToken) ?? Task.CompletedTask);
        var loaded = new List<LoadedOffer>();
        foreach (var (plugin, offered) in wanted)
        {
            var (instance, unavailable) = await activator.ActivateAsync<T>(plugin, cancellationToken);
            loaded.AddRange(offered.Select(o => new LoadedOffer(plugin, o, instance, unavailable)));
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
                $"The {what} '{twice.Key}' is offered more than once: by {string.Join(" and ", twice.Select(o => o.Plugin))}. Rename or remove one.")
            : [.. offers.Select(o => o.Name)];
    }

    /// <summary>One offer and what became of its plug-in.</summary>
    internal sealed record LoadedOffer(PluginLocation Plugin, PluginOffer Offer, T? Instance, Unavailable? Unavailable);
}
