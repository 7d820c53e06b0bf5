namespace EventSourcingBench.Hosting.Catalogs;

/// <summary>What can be named of one kind, such as stores.</summary>
/// <param name="Entries">The host's own, then those of plug-ins in the order of their names.</param>
/// <param name="Names">Every name that can be said, also those that were not to be loaded.</param>
public sealed record Catalog<T>(string What, IReadOnlyList<CatalogEntry<T>> Entries, IReadOnlyList<string> Names)
    where T : class
{
    /// <summary>The entry of a name, or of a profile of a store: <c>STORE:PROFILE</c>.</summary>
    /// <exception cref="UserException">There is none; the message names the valid ones.</exception>
    public CatalogEntry<T> Find(string name)
    {
        var owner = Entries.FirstOrDefault(e => e.Name == Catalog.OwnerOf(name));
        return owner?.Profiles.Prepend(owner).FirstOrDefault(e => e.Name == name)
            ?? throw NameSuggestion.Unknown(What, name, owner?.Profiles is { Count: > 0 } profiles ? profiles.Select(p => p.Name) : Names);
    }
}

/// <summary>Something that the user can name, whether it can run here or not.</summary>
/// <param name="Plugin">The plug-in that offers it; null for the host's own.</param>
/// <param name="Offered">What it is used by; null when <paramref name="Unavailable"/> says why there is none.</param>
/// <param name="Unavailable">Why its plug-in cannot be used here; null when it can. Servers are the pool's matter.</param>
/// <param name="Server">The kind of server that it needs; null for an embedded store. Stores only.</param>
/// <param name="Profile">The profile that is used; null where the store has none.</param>
/// <param name="Log">As <see cref="PluginOffer.Log"/>. Stores only.</param>
public sealed record CatalogEntry<T>(
    string Name, string Summary, PluginLocation? Plugin, T? Offered, Unavailable? Unavailable = null, string? Server = null,
    StoreModel Model = StoreModel.Streams, StoreProfile? Profile = null, string? Log = null)
    where T : class
{
    /// <summary>An entry for each profile, named <c>STORE:PROFILE</c>; none without profiles. Stores only.</summary>
    public IReadOnlyList<CatalogEntry<T>> Profiles { get; init; } = [];

    /// <summary>Whether it is one of the <see cref="Profiles"/> of a store; the store's own entry is not.</summary>
    public bool IsProfile => Profile is not null && Catalog.OwnerOf(Name) != Name;
}

public static class Catalog
{
    /// <summary>The store of <c>STORE:PROFILE</c>.</summary>
    public static string OwnerOf(string name) => name.Split(':')[0];

    /// <exception cref="UserException">A manifest is invalid or not its plug-in's, or a name is unknown or offered twice.</exception>
    public static Catalog<StoreDefinition> Stores(CatalogOptions options) => Load<IStorePlugin, StoreDefinition>(
        PluginKind.Store, "store", options with { Only = options.Only?.Select(OwnerOf).ToList() }, [], Store);

    /// <summary>The load engines, with the host's own and a summary of each.</summary>
    public static Catalog<ILoadEngine> Engines(CatalogOptions options, params IReadOnlyList<(ILoadEngine Engine, string Summary)> builtIn)
    {
        var plugged = Load<ILoadEngine>(PluginKind.Engine, "engine", options, [.. builtIn.Select(e => e.Engine.Name)]);
        var own = builtIn.Where(e => options.Only?.Contains(e.Engine.Name) != false)
            .Select(e => new CatalogEntry<ILoadEngine>(e.Engine.Name, e.Summary, null, e.Engine));
        return plugged with { Entries = [.. own, .. plugged.Entries] };
    }

    public static Catalog<IServerProvisioner> Provisioners(CatalogOptions options) => Load<IServerProvisioner>(
        PluginKind.Provisioner, "provisioner", options, [EnvironmentProvisioner.ProvisionerName, LocalProvisioner.ProvisionerName]);

    /// <summary>For a <see cref="ServerPool"/>: one for each entry; one that cannot be used says why when it is asked.</summary>
    public static IReadOnlyList<IServerProvisioner> ForPool(this Catalog<IServerProvisioner> catalog) =>
        [.. catalog.Entries.Select(e => e.Offered ?? new MissingProvisioner(e.Name, e.Unavailable!))];

    /// <summary>A command side that comes as a plug-in; none may be named like the application's own command sides.</summary>
    /// <typeparam name="T">The class that the application asks of it: its assembly is shared with the plug-in.</typeparam>
    public static CatalogEntry<T> CommandSide<T>(string name, CatalogOptions options, IReadOnlyList<string> hostNames)
        where T : class => Load<T>(PluginKind.CommandSide, "command side", options with { Only = [name] }, hostNames).Entries[0];

    private static Catalog<T> Load<T>(PluginKind kind, string what, CatalogOptions options, IReadOnlyList<string> hostNames)
        where T : class => Load<T, T>(kind, what, options, hostNames, (_, instance, _, _) => instance);

    private static Catalog<T> Load<TPlugin, T>(
        PluginKind kind, string what, CatalogOptions options, IReadOnlyList<string> hostNames,
        Func<PluginLocation, TPlugin, PluginOffer, StoreProfile?, T> make)
        where TPlugin : class
        where T : class
    {
        var plugins = new PluginLocator(options.BaseFolder).Find(kind, options.ExtraPluginFolders ?? []);
        var names = RequireUnique(plugins, what, hostNames);
        if (options.Only?.FirstOrDefault(n => !names.Contains(n)) is { } unknown)
            throw NameSuggestion.Unknown(what, unknown, names);

        var entries = new List<CatalogEntry<T>>();
        foreach (var plugin in plugins)
        {
            var asked = plugin.Manifest.Offers.Where(o => options.Only?.Contains(o.Name) != false).ToList();
            if (asked.Count == 0)
                continue;

            var (instance, unavailable) = (plugin with { OutputFolder = options.Build ?? plugin.OutputFolder }).Activate<TPlugin>();
            entries.AddRange(asked.Select(o => Entry(o, o.Name, o.Summary, o.Profiles is [.., var usual] ? usual : null) with
            {
                Profiles = [.. o.Profiles.Select(p => Entry(o, $"{o.Name}:{p.Name}", p.Summary, p))],
            }));

            CatalogEntry<T> Entry(PluginOffer offer, string name, string summary, StoreProfile? profile) =>
                new(
                    name, summary, plugin, instance is null ? null : make(plugin, instance, offer, profile), unavailable, offer.Server,
                    offer.Model, profile, offer.Log);
        }

        return new Catalog<T>(what, [.. entries.OrderBy(e => e.Name, StringComparer.Ordinal)], names);
    }

    private static List<string> RequireUnique(IReadOnlyList<PluginLocation> plugins, string what, IReadOnlyList<string> hostNames)
    {
        var offers = plugins.SelectMany(p => p.Manifest.Offers.Select(o => (o.Name, Plugin: p.Name)))
            .Concat(hostNames.Select(n => (Name: n, Plugin: "the host itself"))).ToList();
        return offers.GroupBy(o => o.Name, StringComparer.Ordinal).FirstOrDefault(g => g.Count() > 1) is { } twice
            ? throw new UserException(
                $"The {what} '{twice.Key}' is offered more than once: by {string.Join(" and ", twice.Select(o => o.Plugin))}. "
                + "Rename or remove one.")
            : [.. offers.Select(o => o.Name)];
    }

    private static StoreDefinition Store(PluginLocation plugin, IStorePlugin instance, PluginOffer offer, StoreProfile? profile)
    {
        var manifest = $"{plugin.Name}: {PluginManifest.FileName}";
        var said = plugin.Manifest.Offers.Select(o => o.Name).Order(StringComparer.Ordinal).ToList();
        var offered = instance.Stores.Select(d => d.Name).Order(StringComparer.Ordinal).ToList();
        if (!said.SequenceEqual(offered, StringComparer.Ordinal))
            throw new UserException($"{manifest} names {string.Join(", ", said)} but the plug-in offers {string.Join(", ", offered)}.");

        var store = instance.Stores.Single(d => d.Name == offer.Name);
        try
        {
            return profile?.Apply(store) ?? store;
        }
        catch (ArgumentException e)
        {
            throw new UserException($"{manifest}, {store.Name}:{profile!.Name}: {e.Message}", e);
        }
    }
}

/// <param name="ExtraPluginFolders">Folders of plug-ins besides the project's own, each with a <c>plugin.json</c>. Default: none.</param>
/// <param name="Only">Names to load; plug-ins that offer none of them are neither loaded nor listed. Default: all.</param>
/// <param name="Build">A folder with another build of the plug-in of the names, which is loaded instead. Default: its own.</param>
/// <param name="BaseFolder">Where the search for the repository starts, going up. Default: the application's folder.</param>
public sealed record CatalogOptions(
    IReadOnlyList<string>? ExtraPluginFolders = null, IReadOnlyCollection<string>? Only = null, string? Build = null,
    string? BaseFolder = null);
