namespace EventSourcingBench.Conformance;

/// <summary>A store that the tests of a class share, as its fixture: each has its own streams, and opening a store takes longer than most
/// tests. The first test opens it, so that tests are skipped where there is no server.</summary>
public sealed class ClassStore<TStore> : IAsyncDisposable
    where TStore : StoreUnderTest, new()
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("conformance-");
    private StoreContext? _context;
    private IStore? _store;

    internal async Task<(StoreContext Context, IStore Store)> OpenAsync(TStore under, CancellationToken limit)
    {
        _context ??= under.Definition.NewContext(_folder.FullName, await under.ConnectAsync(limit), [.. under.Options]);
        _store ??= await under.Definition.OpenAsync(_context, limit);
        return (_context, _store);
    }

    public async ValueTask DisposeAsync()
    {
        if (_store is not null)
            await _store.DisposeAsync();

        _folder.Delete(recursive: true);
    }
}
