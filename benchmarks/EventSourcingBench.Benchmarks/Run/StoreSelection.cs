namespace EventSourcingBench.Benchmarks.Run;

/// <summary>The stores that run, a line for each that cannot, and whether one of those was named: the run then fails at the end.</summary>
internal sealed record StoreSelection(
    IReadOnlyList<CatalogEntry<StoreDefinition>> Chosen, IReadOnlyList<string> Unavailable, bool NamedIsMissing)
{
    public static IReadOnlyList<string> Usual { get; } = ["memory", "sqlite", "postgres"];

    /// <exception cref="UserException">A name is unknown, used twice, or of a store without streams.</exception>
    public static async Task<StoreSelection> MakeAsync(RunSettings settings, ServerPool servers, CancellationToken cancellationToken)
    {
        var plugins = new PluginLocator().Find(PluginKind.Store, settings.PluginFolders);
        var names = Names(settings, plugins);
        var catalog = Catalog.Stores(new CatalogOptions { Only = names, ExtraPluginFolders = settings.PluginFolders });
        var chosen = new List<CatalogEntry<StoreDefinition>>();
        var unavailable = new List<string>();
        foreach (var entry in names.Select(catalog.Find))
        {
            var reason = entry.Unavailable ?? (entry.Server is { } kind ? await servers.CheckAsync(kind, cancellationToken) : null);
            if (reason is null)
                chosen.Add(entry);
            else
                unavailable.Add($"{entry.Name} cannot run here. {reason}");
        }

        return new StoreSelection(chosen, unavailable, settings.Stores is not null && unavailable.Count > 0);
    }

    public static IReadOnlyList<string> Valid(IEnumerable<PluginLocation> plugins) =>
    [
        .. plugins.SelectMany(p => p.Manifest.Offers).Where(o => o.Model == StoreModel.Streams).Select(o => o.Name)
            .Order(StringComparer.Ordinal),
    ];

    private static List<string> Names(RunSettings settings, IReadOnlyList<PluginLocation> plugins)
    {
        var valid = Valid(plugins);
        if (settings.Stores is not { } named)
        {
            // A filter that names a store selects it.
            bool IsAsked(string name) => Usual.Contains(name)
                || settings.Filters.Any(f => f.Contains(name, StringComparison.OrdinalIgnoreCase));
            var stores = settings.Versions is { } versions ? Using(versions, valid, plugins) : valid.Where(IsAsked).ToList();
            return [.. Usual.Where(stores.Contains), .. stores.Except(Usual).Order(StringComparer.Ordinal)];
        }

        if (named.FirstOrDefault(n => !valid.Contains(n)) is { } unknown)
            throw NameSuggestion.Unknown("store with streams", unknown, valid);

        if (named.Count == 0 || named.Distinct(StringComparer.Ordinal).Count() < named.Count)
            throw new UserException($"Use each store once in --stores, such as sqlite,postgres. Valid are {string.Join(", ", valid)}.");

        if (settings.Versions is { } wanted && named.Except(Using(wanted, valid, plugins)).FirstOrDefault() is { } without)
            throw new UserException($"{without} does not use {wanted.Package}: all versions would measure the same.");

        return [.. named];
    }

    private static List<string> Using(ClientVersions versions, IReadOnlyList<string> valid, IReadOnlyList<PluginLocation> plugins)
    {
        var users = plugins.Where(p => VersionedPlugins.PackagesOf(p).Contains(versions.Package)).SelectMany(p => p.Manifest.Offers)
            .Select(o => o.Name).Where(valid.Contains).ToList();
        return users.Count > 0
            ? users : throw NameSuggestion.Unknown("package of a store", versions.Package, plugins.SelectMany(VersionedPlugins.PackagesOf));
    }
}
