namespace EventSourcingBench.Hosting.Stores;

/// <summary>A store whose folder is removed with it. Adds nothing to a call: the capabilities are the store's.</summary>
public sealed class OwnedFolderStore(IStore store, string folder, bool holdsData) : IStore
{
    private bool _disposed;

    /// <summary>Whether its data is in the folder: it is an embedded store.</summary>
    public bool HoldsData => holdsData;

    /// <summary>Whether the folder stays when the store is closed: another process opens it next. Default: false.</summary>
    public bool KeepsFolder { get; set; }

    public StoreCapabilities Capabilities => store.Capabilities;
    public IEventStore? Events => store.Events;
    public IMultiStreamWriter? MultiStream => store.MultiStream;
    public IBulkWriter? Bulk => store.Bulk;
    public ICatchUpSubscription? Subscription => store.Subscription;
    public IProjectionHost? Projections => store.Projections;
    public IDcbEventStore? Dcb => store.Dcb;
    public IOpenAppends? OpenAppends => store.OpenAppends;
    public IStorageMeter? Storage => store.Storage;
    public IStoreInspector? Inspector => store.Inspector;
    public Task<StoreDescription> DescribeAsync(CancellationToken cancellationToken = default) => store.DescribeAsync(cancellationToken);

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
            if (!KeepsFolder)
                WorkFolders.Remove(folder);
        }
    }
}
