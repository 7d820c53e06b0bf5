using EventSourcingBench.Abstractions;
using EventSourcingBench.Hosting;

namespace EventSourcingBench.LoadTests;

/// <summary>
/// A store whose data outlives its being closed, until this is disposed of. On a server the first opening is held open: it is
/// the one that made the data, and removes it at the end. An embedded store is open once at a time; its folder goes at the end.
/// </summary>
internal sealed class KeptStore : IAsyncDisposable
{
    private readonly StoreTarget _target;
    private readonly string _namespace;
    private readonly IStore? _owner;

    private KeptStore(StoreTarget target, string ns, IStore? owner, IStore store) => (_target, _namespace, _owner, Store) = (target, ns, owner, store);

    /// <summary>The store as it was opened last.</summary>
    public IStore Store { get; private set; }

    /// <summary>Opens a store on an empty namespace.</summary>
    public static async Task<KeptStore> OpenAsync(StoreTarget target, CancellationToken cancellationToken)
    {
        var ns = RunNamespace.Create(TimeProvider.System);
        var owner = target.Server is null ? null : await target.OpenAsync(ns, target.Keep, cancellationToken);
        try
        {
            return new KeptStore(target, ns, owner, await target.OpenAsync(ns, keep: true, cancellationToken));
        }
        catch when (owner is not null)
        {
            await owner.DisposeAsync();
            throw;
        }
    }

    /// <summary>Closes the store and opens it on its data. Only for a store with <see cref="StoreCapabilities.Persistent"/>.</summary>
    public async Task ReopenAsync(CancellationToken cancellationToken)
    {
        await Store.DisposeAsync();
        Store = await _target.OpenAsync(_namespace, keep: true, cancellationToken);
    }

    public async ValueTask DisposeAsync()
    {
        await Store.DisposeAsync();
        if (_owner is not null)
        {
            await _owner.DisposeAsync();
        }
        else if (!_target.Keep)
        {
            Directory.Delete(StoreOpener.FolderOf(_target.Entry, _target.DataFolder, _namespace), recursive: true);
        }
    }
}
