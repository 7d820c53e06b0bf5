namespace EventSourcingBench.Stores.Etcd;

/// <summary>
/// The bytes in use in the server's file, minus those when the store was opened. The server reports one number for all its data.
/// </summary>
internal sealed class EtcdMeter(EtcdClient client, TimeProvider time, long before) : IStorageMeter
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(12);

    // The server updates this number when it writes its pages, every 100 ms.
    private static readonly TimeSpan Settling = TimeSpan.FromMilliseconds(200);

    public static Task<long> InUseAsync(EtcdClient client, TimeSpan limit, CancellationToken cancellationToken) => client.ReadAsync(
        EtcdRequest.Status, EtcdRequest.Empty, static status => EtcdAnswer.Number(status, "dbSizeInUse"), limit, cancellationToken);

    public async Task<StorageUse> ReadAsync(CancellationToken cancellationToken = default)
    {
        await Task.Delay(Settling, time, cancellationToken);
        var now = await InUseAsync(client, Limit, cancellationToken);
        return new StorageUse(Math.Max(0, now - before), WrittenBytes: null);
    }
}
