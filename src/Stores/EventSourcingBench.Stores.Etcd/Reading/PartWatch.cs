namespace EventSourcingBench.Stores.Etcd.Reading;

/// <summary>One watch: the parts written from a revision on.</summary>
internal sealed class PartWatch(AsyncDuplexStreamingCall<WatchRequest, WatchResponse> call, KeySpace keys) : IDisposable
{
    private Task<bool> _next = call.ResponseStream.MoveNext(CancellationToken.None);

    public bool HasMore => _next.IsCompleted;

    /// <exception cref="RpcException">The node refused, or it could not be reached.</exception>
    /// <exception cref="InvalidOperationException">The call had ended before the request was written.</exception>
    /// <exception cref="EtcdException">The store was closed.</exception>
    public static async Task<PartWatch?> BeginAsync(
        EtcdClient client, Uri node, KeySpace keys, long revision, CancellationToken cancellationToken)
    {
        var opened = client.Watch(node);
        try
        {
            var watch = new PartWatch(opened, keys);
            await opened.RequestStream.WriteAsync(EtcdRequest.WatchFrom(keys.Parts, revision), cancellationToken);
            await watch._next.WaitAsync(cancellationToken);
            return watch;
        }
        catch
        {
            opened.Dispose();
            throw;
        }
    }

    /// <summary>The next parts, possibly none; null when the watch has ended.</summary>
    /// <exception cref="RpcException">The node refused, or the connection broke.</exception>
    public async Task<List<Part>?> NextAsync(CancellationToken cancellationToken)
    {
        // The server cancels a watch if its revision was compacted or if it falls behind.
        if (!await _next.WaitAsync(cancellationToken) || call.ResponseStream.Current.Canceled)
            return null;

        var parts = call.ResponseStream.Current.Events.Select(e => Part.Read(keys.StreamOf(e.Kv.Key), e.Kv)).ToList();
        _next = call.ResponseStream.MoveNext(CancellationToken.None);
        return parts;
    }

    public void Dispose() => call.Dispose();
}
