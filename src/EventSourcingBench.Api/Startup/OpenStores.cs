namespace EventSourcingBench.Api.Startup;

/// <summary>The stores of this process, with their folders and servers.</summary>
internal sealed class OpenStores(ApiOptions options, TimeProvider time) : IAsyncDisposable
{
    private readonly RunWorkFolder _work = RunWorkFolder.Create(options.DataFolder);
    private ServerPool? _servers;

    public HostedStores Stores { get; private set; } = new([]);

    public ApiNodes Nodes { get; } = new(time);

    /// <exception cref="StoreCannotRunException">A store is not available here.</exception>
    /// <exception cref="UserException">An argument is invalid.</exception>
    /// <exception cref="StoreUnavailableException">A store could not be opened.</exception>
    public static async Task<OpenStores> OpenAsync(ApiOptions options, TimeProvider time, CancellationToken cancellationToken)
    {
        var entries = Entries(options);
        var stores = new OpenStores(options, time);
        try
        {
            await stores.OpenAsync(entries, cancellationToken);
            return stores;
        }
        catch
        {
            await stores.DisposeAsync();
            throw;
        }
    }

    public async ValueTask DisposeAsync()
    {
        using var work = _work;
        await using var servers = _servers;
        using var nodes = Nodes;
        await Stores.DisposeAsync();
    }

    private static List<CatalogEntry<StoreDefinition>> Entries(ApiOptions options)
    {
        var catalog = Catalog.Stores(options.Plugins with { Only = options.Stores });
        var entries = options.Stores.Select(catalog.Find).ToList();
        StoreOpener.CheckOptions(entries, options.StoreOptions);
        return entries.Find(e => e.Unavailable is not null) is { } missing
            ? throw new StoreCannotRunException($"The store {missing.Name} cannot run here. {missing.Unavailable}") : entries;
    }

    private async Task OpenAsync(List<CatalogEntry<StoreDefinition>> entries, CancellationToken cancellationToken)
    {
        var needsServers = entries.Exists(e => e.Server is not null) && options.Servers is not ("env" or "local");
        _servers = new ServerPool(new ServerPoolOptions
        {
            WorkFolder = _work.Path,
            Mode = options.Servers,
            OnProgress = options.OnProgress,
            Extra = needsServers ? Catalog.Provisioners(new CatalogOptions()).ForPool() : [],
            PluginFolders = options.PluginFolders,
        });
        if (options.Reservations.Strategy is { IsPlugin: true } strategy
            && CommandSideHost.Find(strategy.Name, options.Plugins).Unavailable is { } missing)
        {
            throw new StoreCannotRunException($"The command side {strategy} cannot run here. {missing}");
        }

        // The user's folder, or a temporary one, which is removed unless data is kept.
        var dataFolder = options.DataFolder ?? (options.Keep ? KeptFolder() : _work.Path);
        foreach (var entry in entries)
        {
            var server = entry.Server is { } kind ? await ServerAsync(entry.Name, kind, cancellationToken) : null;
            var first = await OpenOneAsync(options.Namespace ?? RunNamespace.Create(time), cancellationToken);
            Stores = new HostedStores([.. Stores.All, new HostedStore(entry.Name, entry.Summary, OpenOneAsync, first, time)]);

            async Task<OpenStore> OpenOneAsync(string ns, CancellationToken cancellation)
            {
                var store = await StoreOpener.OpenAsync(
                    entry, server, options.StoreOptions, dataFolder, ns, options.Keep, cancellation, options.OwnsData);
                var host = new CommandSideHost(options.Plugins, ns)
                { PeersAsync = (side, own) => Nodes.AddressesAsync(entry.Name, side, own) };
                return new OpenStore(entry.Name, ns, store, new ReservationSides(store, options.Reservations, host, time), time);
            }
        }
    }

    private async Task<ProvisionedServer> ServerAsync(string store, string kind, CancellationToken cancellationToken) =>
        await _servers!.CheckAsync(kind, cancellationToken) is { } unavailable
            ? throw new StoreCannotRunException($"The store {store} cannot run here. {unavailable}")
            : await _servers.AcquireAsync(kind, nodes: 1, cancellationToken);

    private static string KeptFolder()
    {
        var folder = Directory.CreateTempSubdirectory("eventsourcingbench-").FullName;
        Console.Error.WriteLine($"Data is kept in {folder}");
        return folder;
    }
}

/// <summary>A named store cannot run here. The message has the reason and the fix.</summary>
internal sealed class StoreCannotRunException(string message) : Exception(message);
