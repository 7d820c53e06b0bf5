using EventSourcingBench.Abstractions;
using EventSourcingBench.Domain;
using EventSourcingBench.Hosting;

namespace EventSourcingBench.Api;

/// <summary>The stores of this process with all that goes when they go: servers, folders.</summary>
internal sealed class OpenStores : IAsyncDisposable
{
    private readonly DataFolder _folder;

    private OpenStores(HostedStores stores, DataFolder folder)
    {
        Stores = stores;
        _folder = folder;
    }

    public HostedStores Stores { get; }

    /// <exception cref="StoreCannotRunException">A store is not available here.</exception>
    /// <exception cref="UserException">An argument is not right.</exception>
    /// <exception cref="StoreUnavailableException">A store could not be opened.</exception>
    public static async Task<OpenStores> OpenAsync(ApiOptions options, ApiMeter meter, TimeProvider time, CancellationToken cancellationToken)
    {
        var catalog = await StoreCatalog.LoadAsync(
            new CatalogOptions
            {
                Only = options.Stores,
                ExtraPluginFolders = options.PluginFolders,
                OnProgress = Console.Error.WriteLine,
            },
            cancellationToken);
        var entries = options.Stores.Select(catalog.Find).ToList();
        if (entries.Find(e => e.Unavailable is not null) is { } missing)
        {
            throw new StoreCannotRunException($"The store {missing.Name} cannot run here. {missing.Unavailable}");
        }

        StoreOpener.CheckOptions(entries, options.StoreOptions);
        var folder = DataFolder.Open(options.DataFolder, options.Keep);
        var stores = new List<HostedStore>();
        try
        {
            foreach (var entry in entries)
            {
                stores.Add(await OpenAsync(entry, null, options, folder, meter, time, cancellationToken));
            }

            return new OpenStores(new HostedStores(stores), folder);
        }
        catch
        {
            await new OpenStores(new HostedStores(stores), folder).DisposeAsync();
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
            _folder.Dispose();
        }
    }

    private static Task<HostedStore> OpenAsync(
        StoreEntry entry,
        ProvisionedServer? server,
        ApiOptions options,
        DataFolder folder,
        ApiMeter meter,
        TimeProvider time,
        CancellationToken cancellationToken)
    {
        var baseNamespace = options.Namespace ?? RunNamespace.Create(time);
        return HostedStore.OpenAsync(
            entry.Name,
            entry.Summary,
            async (opening, cancel) =>
            {
                var ns = opening == 1 ? baseNamespace : $"{baseNamespace}_{opening}";
                var store = await StoreOpener.OpenAsync(entry, server, options.StoreOptions, folder.Path, ns, options.Keep, cancel);
                var projection = store.Projections is { } host
                    ? new ProjectionSession(entry.Name, host, new CurrencyBarsProjection(), new DelayRecorder(entry.Name, meter), time)
                    : null;
                return new OpenStore(entry.Name, ns, store, projection);
            },
            time,
            cancellationToken);
    }
}
