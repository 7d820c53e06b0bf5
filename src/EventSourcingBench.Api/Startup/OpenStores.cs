namespace EventSourcingBench.Api.Startup;

/// <summary>The stores of this process, with their folders and servers.</summary>
internal sealed class OpenStores : IAsyncDisposable
{
    private readonly Surroundings _surroundings;

    private OpenStores(HostedStores stores, ApiNodes nodes, Surroundings surroundings)
    {
        Stores = stores;
        Nodes = nodes;
        _surroundings = surroundings;
    }

    public HostedStores Stores { get; }

    /// <summary>The nodes that serve the same data.</summary>
    public ApiNodes Nodes { get; }

    /// <exception cref="StoreCannotRunException">A store is not available here.</exception>
    /// <exception cref="UserException">An argument is invalid.</exception>
    /// <exception cref="StoreUnavailableException">A store could not be opened.</exception>
    public static async Task<OpenStores> OpenAsync(
        ApiOptions options, ApiMeter meter, TimeProvider time, CancellationToken cancellationToken)
    {
        var entries = Entries(options);
        var surroundings = Surroundings.Prepare(options, entries.Exists(e => e.Server is not null));
        var stores = new List<HostedStore>();
        var nodes = new ApiNodes(time);
        try
        {
            var plugins = new CommandSidePlugins(options.Plugins);
            Require(plugins, options.Reservations.Strategy);
            foreach (var entry in entries)
            {
                var server = await surroundings.ServerOfAsync(entry, cancellationToken);
                var opener = new Opener(entry, server, surroundings.DataFolder, options, plugins, nodes, meter, time);
                stores.Add(await HostedStore.OpenAsync(entry.Name, entry.Summary, opener.OpenAsync, time, cancellationToken));
            }

            return new OpenStores(new HostedStores(stores), nodes, surroundings);
        }
        catch
        {
            await new OpenStores(new HostedStores(stores), nodes, surroundings).DisposeAsync();
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
            Nodes.Dispose();
            await _surroundings.DisposeAsync();
        }
    }

    private static void Require(CommandSidePlugins plugins, ReservationStrategy strategy)
    {
        if (strategy.IsPlugin && plugins.WhyNot(strategy.Name) is { } missing)
        {
            throw new StoreCannotRunException($"The command side {strategy} cannot run here. {missing}");
        }
    }

    private static List<StoreEntry> Entries(ApiOptions options)
    {
        var catalog = StoreCatalog.Load(options.Plugins with { Only = options.Stores });
        var entries = options.Stores.Select(catalog.Find).ToList();
        StoreOpener.CheckOptions(entries, options.StoreOptions);
        return entries.Find(e => e.Unavailable is not null) is { } missing
            ? throw new StoreCannotRunException($"The store {missing.Name} cannot run here. {missing.Unavailable}")
            : entries;
    }

    /// <summary>Opens a store, each time in a new namespace.</summary>
    private sealed class Opener(
        StoreEntry entry,
        ProvisionedServer? server,
        string dataFolder,
        ApiOptions options,
        CommandSidePlugins plugins,
        ApiNodes nodes,
        ApiMeter meter,
        TimeProvider time)
    {
        private readonly string _namespace = options.Namespace ?? RunNamespace.Create(time);

        public async Task<OpenStore> OpenAsync(int opening, CancellationToken cancellationToken)
        {
            var ns = opening == 1 ? _namespace : $"{_namespace}_{opening}";
            var store = await StoreOpener.OpenAsync(
                entry, server, options.StoreOptions, dataFolder, ns, options.Keep, cancellationToken);
            var host = new CommandSideHost(plugins, ns) { PeersAsync = new NodePeers(nodes, entry.Name).AddressesAsync };
            return new OpenStore(entry.Name, ns, store, Sessions(store), new ReservationSides(store, options.Reservations, host, time));
        }

        private Dictionary<string, ProjectionSession> Sessions(IStore store) => store.Projections is { } host
            ? Projections.All.ToDictionary(
                p => p.Name,
                p => new ProjectionSession(entry.Name, host, p, new DelayRecorder(entry.Name, meter), time),
                StringComparer.Ordinal)
            : [];
    }
}

/// <summary>The folders and servers of the stores of this process.</summary>
internal sealed class Surroundings : IAsyncDisposable
{
    private readonly RunWorkFolder _work;
    private readonly ServerPool _servers;

    private Surroundings(RunWorkFolder work, ServerPool servers, string dataFolder)
    {
        _work = work;
        _servers = servers;
        DataFolder = dataFolder;
    }

    /// <summary>The data folder of embedded stores: the user's folder, or a temporary one, which is removed unless data is kept.</summary>
    public string DataFolder { get; }

    public static Surroundings Prepare(ApiOptions options, bool needServers)
    {
        var plugged = needServers && options.Servers is not ("env" or "local")
            ? ProvisionerCatalog.Load(new CatalogOptions()).Provisioners
            : [];
        var work = RunWorkFolder.Create(options.DataFolder);
        try
        {
            var servers = new ServerPool(new ServerPoolOptions
            {
                WorkFolder = work.Path,
                Mode = options.Servers,
                OnProgress = options.OnProgress,
                Extra = plugged,
                PluginFolders = options.PluginFolders,
            });
            return new Surroundings(work, servers, options.DataFolder ?? (options.Keep ? KeptFolder() : work.Path));
        }
        catch
        {
            work.Dispose();
            throw;
        }
    }

    /// <summary>The server that a store needs, null for an embedded store.</summary>
    /// <exception cref="StoreCannotRunException">No server is available here.</exception>
    /// <exception cref="StoreUnavailableException">It could not be started.</exception>
    public async Task<ProvisionedServer?> ServerOfAsync(StoreEntry entry, CancellationToken cancellationToken)
    {
        if (entry.Server is not { } kind)
        {
            return null;
        }

        return await _servers.CheckAsync(kind, cancellationToken) is { } unavailable
            ? throw new StoreCannotRunException($"The store {entry.Name} cannot run here. {unavailable}")
            : await _servers.AcquireAsync(kind, cancellationToken);
    }

    public async ValueTask DisposeAsync()
    {
        try
        {
            await _servers.DisposeAsync();
        }
        finally
        {
            _work.Dispose();
        }
    }

    private static string KeptFolder()
    {
        var folder = Directory.CreateTempSubdirectory("eventsourcingbench-").FullName;
        Console.Error.WriteLine($"Data is kept in {folder}");
        return folder;
    }
}
