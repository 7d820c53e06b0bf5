namespace EventSourcingBench.Hosting.Stores;

/// <summary>A store whose folder is removed with it. Adds nothing to a call: the capabilities are the store's.</summary>
public sealed class OwnedFolderStore(IStore store, string folder, bool holdsData) : IStore
{
    private bool _disposed;

    /// <summary>Whether its data is in the folder: it is an embedded store.</summary>
    public bool HoldsData => holdsData;

    /// <summary>Whether the folder stays when the store is closed: another process opens it next. Default: false.</summary>
    public bool KeepsFolder { get; set; }

    /// <inheritdoc/>
    public StoreCapabilities Capabilities => store.Capabilities;

    /// <inheritdoc/>
    public IEventStore? Events => store.Events;

    /// <inheritdoc/>
    public IMultiStreamWriter? MultiStream => store.MultiStream;

    /// <inheritdoc/>
    public IBulkWriter? Bulk => store.Bulk;

    /// <inheritdoc/>
    public ICatchUpSubscription? Subscription => store.Subscription;

    /// <inheritdoc/>
    public IProjectionHost? Projections => store.Projections;

    /// <inheritdoc/>
    public IDcbEventStore? Dcb => store.Dcb;

    /// <inheritdoc/>
    public IStorageMeter? Storage => store.Storage;

    /// <inheritdoc/>
    public Task<StoreDescription> DescribeAsync(CancellationToken cancellationToken = default) => store.DescribeAsync(cancellationToken);

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        if (_disposed)
            return;

        _disposed = true;
        try
        {
            await store.DisposeAsync();
        }
        finally
        {
            if (!KeepsFolder && Directory.Exists(folder))
                Directory.Delete(folder, recursive: true);
        }
    }
}
