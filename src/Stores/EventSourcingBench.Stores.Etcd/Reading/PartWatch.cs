namespace EventSourcingBench.Stores.Etcd.Reading;

/// <summary>One watch: the events written from a revision on.</summary>
internal sealed class PartWatch(EtcdClient client, Uri node, KeySpace keys) : IDisposable
{
    private AsyncDuplexStreamingCall<WatchRequest, WatchResponse>? _call;
    private Task<bool>? _next;

    public bool HasMore => _next!.IsCompleted;

    /// <summary>Begins the watch, and waits for its first answer.</summary>
    /// <inheritdoc cref="NextAsync" />
    /// <exception cref="InvalidOperationException">The call had ended before the request was written, or the store was closed.</exception>
    public async Task<List<RecordedEvent>?> BeginAsync(long revision, CancellationToken cancellationToken)
    {
        _call = client.Watch(node);
        await _call.RequestStream.WriteAsync(EtcdRequest.WatchFrom(keys.Parts, revision), cancellationToken);
        _next = _call.ResponseStream.MoveNext(CancellationToken.None);
        return await NextAsync(cancellationToken);
    }

    /// <summary>The next events, possibly none; null when the watch has ended.</summary>
    /// <exception cref="RpcException">The node refused, or the connection broke.</exception>
    public async Task<List<RecordedEvent>?> NextAsync(CancellationToken cancellationToken)
    {
        // The server cancels a watch if its revision was compacted or if it falls behind.
        if (!await _next!.WaitAsync(cancellationToken) || _call!.ResponseStream.Current.Canceled)
            return null;

        var events = _call.ResponseStream.Current.Events.SelectMany(e => Part.Read(keys.StreamOf(e.Kv.Key), e.Kv)).ToList();
        _next = _call.ResponseStream.MoveNext(CancellationToken.None);
        return events;
    }

    public void Dispose() => _call?.Dispose();
}
