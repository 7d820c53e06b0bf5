namespace EventSourcingBench.Stores.Etcd.Reading;

/// <summary>One watch: the parts written from a revision on.</summary>
internal sealed class PartWatch(AsyncDuplexStreamingCall<WatchRequest, WatchResponse> call, KeySpace keys) : IDisposable
{
    private Task<bool> _next = call.ResponseStream.MoveNext(CancellationToken.None);

    public bool HasMore => _next.IsCompleted;

    /// <exception cref="EtcdException">The node refused, it could not be reached, or the store was closed.</exception>
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
        catch (Exception e)
        {
            opened.Dispose();
            if (e is RpcException failure)
                throw EtcdErrors.Of(failure);

            // The call had ended before the request was written.
            if (e is InvalidOperationException)
                throw EtcdErrors.Unanswered(e.Message, e);

            throw;
        }
    }

    /// <summary>The next parts, possibly none; null when the watch has ended.</summary>
    /// <exception cref="EtcdException">The node refused.</exception>
    public async Task<List<Part>?> NextAsync(CancellationToken cancellationToken)
    {
        try
        {
            // The server cancels a watch if its revision was compacted or if it falls behind.
            if (!await _next.WaitAsync(cancellationToken) || call.ResponseStream.Current.Canceled)
                return null;
        }
        catch (RpcException e)
        {
            // The caller continues with a range, which fails if the server is unavailable.
            var failure = EtcdErrors.Of(e);
            return failure.Code is null ? null : throw failure;
        }

        var parts = call.ResponseStream.Current.Events.Select(e => Part.Read(keys.StreamOf(e.Kv.Key), e.Kv)).ToList();
        _next = call.ResponseStream.MoveNext(CancellationToken.None);
        return parts;
    }

    public void Dispose() => call.Dispose();
}
