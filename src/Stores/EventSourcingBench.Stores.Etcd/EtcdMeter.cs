using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.Etcd;

/// <summary>
/// What the server's one file has in use now, less what it had when the store was opened: the server tells one number for
/// all that is in it.
/// </summary>
internal sealed class EtcdMeter(EtcdClient client, TimeProvider time, long before) : IStorageMeter
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(12);

    // The server counts anew when it writes its pages, every tenth of a second.
    private static readonly TimeSpan Settling = TimeSpan.FromMilliseconds(200);

    public static Task<long> InUseAsync(EtcdClient client, TimeSpan limit, CancellationToken cancellationToken) => client.ReadAsync(
        EtcdPaths.Status, "{}"u8.ToArray(), static status => EtcdAnswer.Number(status, "dbSizeInUse"), limit, cancellationToken);

    public async Task<StorageUse> ReadAsync(CancellationToken cancellationToken = default)
    {
        await Task.Delay(Settling, time, cancellationToken);
        var now = await InUseAsync(client, Limit, cancellationToken);
        return new StorageUse(Math.Max(0, now - before), WrittenBytes: null);
    }
}
