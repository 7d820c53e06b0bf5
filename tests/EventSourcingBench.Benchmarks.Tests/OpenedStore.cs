namespace EventSourcingBench.Benchmarks.Tests;

/// <summary>A store in the test's own process, with its server; the test is skipped where it cannot run.</summary>
internal sealed class OpenedStore : IAsyncDisposable
{
    private readonly RunWorkFolder _work = RunWorkFolder.Create();
    private readonly ServerPool _servers;
    private IStore? _store;

    private OpenedStore() => _servers = new ServerPool(new ServerPoolOptions { WorkFolder = _work.Path });

    public IEventStore Events => _store!.Events!;

    public static async Task<OpenedStore> OpenAsync(string name)
    {
        var cancel = TestContext.Current.CancellationToken;
        var catalog = Catalog.Stores(new CatalogOptions { Only = [name] });
        var entry = catalog.Find(name);
        var opened = new OpenedStore();
        if ((entry.Unavailable ?? (entry.Server is { } kind ? await opened._servers.CheckAsync(kind, cancel) : null)) is { } unavailable)
        {
            await opened.DisposeAsync();
            Assert.Skip(unavailable.ToString());
        }

        var server = entry.Server is null ? null : await opened._servers.AcquireAsync(entry.Server, cancel);
        opened._store = await StoreOpener.OpenAsync(
            entry, server, new Dictionary<string, string>(StringComparer.Ordinal), opened._work.Path,
            RunNamespace.Create(TimeProvider.System),
            keep: false, cancel);
        return opened;
    }

    public async ValueTask DisposeAsync()
    {
        if (_store is not null)
            await _store.DisposeAsync();

        await _servers.DisposeAsync();
        _work.Dispose();
    }
}
