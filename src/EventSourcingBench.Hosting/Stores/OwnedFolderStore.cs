using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Hosting;

/// <summary>A store whose folder goes with it. Adds nothing to a call: the capabilities are the store's own.</summary>
internal sealed class OwnedFolderStore(IStore store, string folder) : IStore
{
    private bool _disposed;

    public StoreCapabilities Capabilities => store.Capabilities;

    public IEventStore? Events => store.Events;

    public IMultiStreamWriter? MultiStream => store.MultiStream;

    public IBulkWriter? Bulk => store.Bulk;

    public ICatchUpSubscription? Subscription => store.Subscription;

    public IProjectionHost? Projections => store.Projections;

    public IDcbEventStore? Dcb => store.Dcb;

    public IStorageMeter? Storage => store.Storage;

    public Task<StoreDescription> DescribeAsync(CancellationToken cancellationToken = default) => store.DescribeAsync(cancellationToken);

    public async ValueTask DisposeAsync()
    {
        if (_disposed)
        {
            return;
        }

        _disposed = true;
        try
        {
            await store.DisposeAsync();
        }
        finally
        {
            if (Directory.Exists(folder))
            {
                Directory.Delete(folder, recursive: true);
            }
        }
    }
}
