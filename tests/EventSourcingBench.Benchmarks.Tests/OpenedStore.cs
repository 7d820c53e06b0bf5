namespace EventSourcingBench.Benchmarks.Tests;

/// <summary>A store in the test's own process, with its server; the test is skipped where it cannot run.</summary>
internal sealed class OpenedStore(TestServer server, IStore store) : IAsyncDisposable
{
    public IEventStore Events => store.Events!;

    public static async Task<OpenedStore> OpenAsync(string name)
    {
        var entry = Catalog.Stores(new CatalogOptions { Only = [name] }).Find(name);
        Assert.SkipWhen(entry.Unavailable is not null, $"{entry.Unavailable}");
        var server = new TestServer(entry.Server ?? "none");
        return new OpenedStore(server, await StoreOpener.OpenAsync(
            entry, entry.Server is null ? null : await server.AcquireAsync(Cancel), new Dictionary<string, string>(), server.Folder,
            RunNamespace.Create(TimeProvider.System), keep: false, Cancel));
    }

    public async ValueTask DisposeAsync()
    {
        await store.DisposeAsync();
        await server.DisposeAsync();
    }
}
