using EventSourcingBench.Abstractions;
using EventSourcingBench.Domain;
using EventSourcingBench.Hosting;

namespace EventSourcingBench.Api;

/// <summary>The stores of this process, with what they stand on.</summary>
internal sealed class OpenStores : IAsyncDisposable
{
    private readonly Surroundings _surroundings;

    private OpenStores(HostedStores stores, Surroundings surroundings)
    {
        Stores = stores;
        _surroundings = surroundings;
    }

    public HostedStores Stores { get; }

    /// <exception cref="StoreCannotRunException">A store is not available here.</exception>
    /// <exception cref="UserException">An argument is not right.</exception>
    /// <exception cref="StoreUnavailableException">A store could not be opened.</exception>
    public static async Task<OpenStores> OpenAsync(ApiOptions options, ApiMeter meter, TimeProvider time, CancellationToken cancellationToken)
    {
        var entries = await EntriesAsync(options, cancellationToken);
        var surroundings = await Surroundings.PrepareAsync(options, entries.Exists(e => e.Server is not null), cancellationToken);
        var stores = new List<HostedStore>();
        try
        {
            foreach (var entry in entries)
            {
                var server = await surroundings.ServerOfAsync(entry, cancellationToken);
                var opener = new Opener(entry, server, surroundings.DataFolder, options, meter, time);
                stores.Add(await HostedStore.OpenAsync(entry.Name, entry.Summary, opener.OpenAsync, time, cancellationToken));
            }

            return new OpenStores(new HostedStores(stores), surroundings);
        }
        catch
        {
            await new OpenStores(new HostedStores(stores), surroundings).DisposeAsync();
            throw;
        }
    }

    public async ValueTask DisposeAsync()
    {
        try
        {
            await Stores.DisposeAsync();
        }
        finally
        {
            await _surroundings.DisposeAsync();
        }
    }

    private static async Task<List<StoreEntry>> EntriesAsync(ApiOptions options, CancellationToken cancellationToken)
    {
        var catalog = await StoreCatalog.LoadAsync(
            new CatalogOptions
            {
                Only = options.Stores,
                ExtraPluginFolders = options.PluginFolders,
                OnProgress = options.OnProgress,
            },
            cancellationToken);
        var entries = options.Stores.Select(catalog.Find).ToList();
        StoreOpener.CheckOptions(entries, options.StoreOptions);
        return entries.Find(e => e.Unavailable is not null) is { } missing
            ? throw new StoreCannotRunException($"The store {missing.Name} cannot run here. {missing.Unavailable}")
            : entries;
    }

    /// <summary>Opens one store, each time in a namespace of its own.</summary>
    private sealed class Opener(
        StoreEntry entry, ProvisionedServer? server, string dataFolder, ApiOptions options, ApiMeter meter, TimeProvider time)
    {
        private readonly string _namespace = options.Namespace ?? RunNamespace.Create(time);

        public async Task<OpenStore> OpenAsync(int opening, CancellationToken cancellationToken)
        {
            var ns = opening == 1 ? _namespace : $"{_namespace}_{opening}";
            var store = await StoreOpener.OpenAsync(
                entry, server, options.StoreOptions, dataFolder, ns, options.Keep, cancellationToken);
            var projection = store.Projections is { } host
                ? new ProjectionSession(entry.Name, host, new CurrencyBarsProjection(), new DelayRecorder(entry.Name, meter), time)
                : null;
            return new OpenStore(entry.Name, ns, store, projection, new ReservationSides(store, options.Reservations, time));
        }
    }
}
