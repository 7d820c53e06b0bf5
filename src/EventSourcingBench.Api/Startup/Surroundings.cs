namespace EventSourcingBench.Api.Startup;

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

    /// <summary>
    /// The data folder of embedded stores: the user's folder, or a temporary one, which is removed unless data is kept.
    /// </summary>
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
