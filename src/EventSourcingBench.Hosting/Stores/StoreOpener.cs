namespace EventSourcingBench.Hosting.Stores;

public static class StoreOpener
{
    /// <summary>Opens a store. Its folder <c>NAME-NAMESPACE</c> is made in the data folder; options of other stores are left aside.
    /// Disposing of it closes it and, unless its data is kept, removes its folder.</summary>
    /// <exception cref="UserException">The store is unavailable, or the namespace or an option is not valid.</exception>
    /// <exception cref="StoreUnavailableException">It could not be opened; the message says why.</exception>
    public static async Task<IStore> OpenAsync(
        CatalogEntry<StoreDefinition> entry, ProvisionedServer? server, IReadOnlyDictionary<string, string> storeOptions,
        string dataFolder, string ns, bool keep, CancellationToken cancellationToken, bool ownsData = false)
    {
        var definition = entry.Offered ?? throw new UserException($"The store {entry.Name} cannot run here. {entry.Unavailable}");
        if (!RunNamespace.IsValid(ns))
            throw new UserException($"'{ns}' is not a namespace: 1 to 40 lower-case letters, digits and '_', starting with a letter.");

        if (entry.Server is { } kind && server?.Kind != kind)
            throw new UserException($"The store {entry.Name} needs a server of kind {kind}; it was given {server?.Kind ?? "none"}.");

        var options = OwnOptions(definition, storeOptions);
        var folder = Path.Combine(Path.GetFullPath(dataFolder), $"{entry.Name.Replace(':', '-')}-{ns}");
        var isNew = !Directory.Exists(folder);
        Directory.CreateDirectory(folder);
        var context = new StoreContext
        {
            Namespace = ns,
            DataFolder = folder,
            ConnectionString = server?.ConnectionString,
            Options = options,
            // The files of an embedded store are its folder, which is removed here.
            KeepData = keep || server is null,
            OwnsData = ownsData,
        };
        try
        {
            var store = await definition.OpenAsync(context, cancellationToken);
            return keep && server is not null
                ? store
                : new OwnedFolderStore(store, folder, holdsData: server is null) { KeepsFolder = keep };
        }
        catch when (isNew && !keep)
        {
            // A folder that was there is another's: of a process that has the store open, or of an earlier run that kept it.
            WorkFolders.Remove(folder);
            throw;
        }
    }

    /// <exception cref="UserException">A key belongs to none of the stores, or a value is out of its range; the message names what is
    /// valid. A key that may be that of a chosen store which cannot run here is let through.</exception>
    public static void CheckOptions(IEnumerable<CatalogEntry<StoreDefinition>> chosen, IReadOnlyDictionary<string, string> options)
    {
        var entries = chosen.ToList();
        var valid = entries.SelectMany(e => e.Offered?.Options ?? []).Select(o => o.Key).ToList();
        foreach (var key in options.Keys)
        {
            var owner = key.Split('.')[0];
            if (!valid.Contains(key) && !entries.Exists(e => e.Offered is null && e.Name.StartsWith(owner, StringComparison.Ordinal)))
            {
                var stores = string.Join(", ", entries.Select(e => e.Name));
                throw new UserException(valid.Count > 0
                    ? $"{NameSuggestion.Unknown("store option", key, valid).Message} These are the options of {stores}."
                    : $"The store option '{key}' is not valid here: {stores} {(entries.Count == 1 ? "has" : "have")} no options.");
            }
        }

        foreach (var definition in entries.Select(e => e.Offered).OfType<StoreDefinition>())
            OwnOptions(definition, options);
    }

    // Those of one store out of all that were given.
    private static StoreOptions OwnOptions(StoreDefinition definition, IReadOnlyDictionary<string, string> given)
    {
        var own = given.Where(o => definition.Options.Any(d => d.Key == o.Key)).ToDictionary(StringComparer.Ordinal);
        try
        {
            return StoreOptions.Create(definition.Options, own);
        }
        catch (ArgumentException e)
        {
            throw new UserException(e.Message, e);
        }
    }
}

/// <summary>Names that keep the data of one opening of a store apart from all others on the same server.</summary>
public static partial class RunNamespace
{
    private const string Letters = "abcdefghijklmnopqrstuvwxyz0123456789";
    private const int RandomLength = 8;

    /// <summary>A new name such as <c>esb_20261121t073400_ab12cd34</c>: the time, and a random part so that runs do not meet.</summary>
    public static string Create(TimeProvider time)
    {
        var now = time.GetUtcNow().ToString("yyyyMMdd't'HHmmss", CultureInfo.InvariantCulture);
        return $"esb_{now}_{RandomNumberGenerator.GetString(Letters, RandomLength)}";
    }

    /// <summary>Whether a name has the form that stores rely on: 1 to 40 of a-z, 0-9 and <c>_</c>, starting with a letter.</summary>
    public static bool IsValid(string name) => Form().IsMatch(name);

    [GeneratedRegex(@"\A[a-z][a-z0-9_]{0,39}\z", RegexOptions.CultureInvariant)]
    private static partial Regex Form();
}
