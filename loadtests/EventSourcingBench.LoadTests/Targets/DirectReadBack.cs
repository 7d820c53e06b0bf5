namespace EventSourcingBench.LoadTests.Targets;

internal sealed class DirectReadBack(IStore store) : IReadBack
{
    private const int PageSize = 10_000;
    private readonly StoreCapabilities _capabilities = store.Capabilities;

    public bool HasStreams => store.Events is not null;

    public bool HasOrder => store.Subscription is not null || store.Dcb is not null;

    public IAsyncEnumerable<FoundEvent> ReadStreamAsync(
        string stream, long fromVersion, long maxCount, CancellationToken cancellationToken) =>
        store.Events is { } events
            ? events.ReadStreamAsync(new StreamId(stream), fromVersion, maxCount, cancellationToken).Select(Found)
            : QueryAsync(store.Dcb!, stream.Length == 0 ? DcbQuery.All : DcbOrder.WithTag(stream), cancellationToken);

    public IAsyncEnumerable<FoundBatch> ReadAllAsync(string checkpoint, CancellationToken cancellationToken) =>
        store.Subscription is not null
            ? ReadAsync(checkpoint, cancellationToken)
            : ReadAsync(store.Dcb!, checkpoint, cancellationToken);

    /// <summary>Whether the store selects these streams itself: a store without streams by the tag of the selection's name.</summary>
    public bool Selects(StreamSelection streams) => store.Subscription is not { } all || all.Only(streams) is not null;

    /// <summary>All events after a checkpoint, or those of some streams, then live, until it is cancelled. Where the store does not select
    /// them itself, other events are left out here.</summary>
    public IAsyncEnumerable<FollowedBatch> FollowAsync(string checkpoint, StreamSelection? only, CancellationToken cancellationToken)
    {
        if (store.Subscription is not { } all)
            return FollowAsync(store.Dcb!, only is null ? DcbQuery.All : DcbOrder.WithTag(only.Name), checkpoint, cancellationToken);

        var selected = only is null ? all : all.Only(only);
        return (selected ?? all).SubscribeAsync(new Checkpoint(checkpoint), cancellationToken).Select(b => new FollowedBatch(
            (selected is null ? b.Events.Where(e => only!.Has(e.Stream)) : b.Events).Select(Found), b.Checkpoint.Value ?? "", b.CaughtUp));
    }

    // A call that was given up leaves nothing behind in this process that could be counted.
    public Task<long> CountPendingAsync(CancellationToken cancellationToken) => Task.FromResult(0L);

    private async IAsyncEnumerable<FoundBatch> ReadAsync(string checkpoint, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await foreach (var batch in FollowAsync(checkpoint, only: null, cancellationToken))
        {
            yield return new FoundBatch([.. batch.Events], batch.Checkpoint);
            if (batch.CaughtUp)
                yield break;
        }
    }

    // Such a store does not say that there is nothing more: it is caught up with what was there when it began.
    private async IAsyncEnumerable<FollowedBatch> FollowAsync(
        IDcbEventStore dcb, DcbQuery query, string checkpoint, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var after = PositionOf(checkpoint);
        var there = await dcb.ReadAsync(query, after, query == DcbQuery.All ? 1 : int.MaxValue, cancellationToken);
        var last = query == DcbQuery.All ? there.Head : there.Events is [.., var found] ? found.Position : after;
        if (last <= after)
            yield return new FollowedBatch([], checkpoint, CaughtUp: true);

        await foreach (var recorded in dcb.SubscribeAsync(query, after, cancellationToken))
            yield return new FollowedBatch([Found(recorded)], TextOf(recorded.Position), recorded.Position >= last);
    }

    private static long PositionOf(string checkpoint) => checkpoint.Length == 0 ? 0 : long.Parse(checkpoint, CultureInfo.InvariantCulture);

    private static string TextOf(long position) => position.ToString(CultureInfo.InvariantCulture);

    private async IAsyncEnumerable<FoundBatch> ReadAsync(
        IDcbEventStore dcb, string checkpoint, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var order = new DcbOrder(dcb, TimeProvider.System);
        var (after, caughtUp) = (PositionOf(checkpoint), false);
        while (!caughtUp)
        {
            (var events, after, caughtUp) = await order.SubscribeAsync(after, PageSize, cancellationToken);
            yield return new FoundBatch([.. events.Select(Found)], TextOf(after));
        }
    }

    private async IAsyncEnumerable<FoundEvent> QueryAsync(
        IDcbEventStore dcb, DcbQuery query, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var order = new DcbOrder(dcb, TimeProvider.System);
        for (var (after, caughtUp) = (0L, false); !caughtUp;)
        {
            (var events, after, caughtUp) = await order.ReadAsync(query, after, PageSize, cancellationToken);
            foreach (var found in events)
                yield return Found(found);
        }
    }

    public FoundEvent Found(RecordedEvent recorded) =>
        new(recorded.Id, recorded.Stream.Value, recorded.Version, recorded.Position, recorded.HashIn(_capabilities));

    private FoundEvent Found(DcbRecordedEvent recorded) =>
        new(recorded.Event.Id, "", recorded.Position, recorded.Position, recorded.HashIn(_capabilities));
}

/// <summary>Some events, to be enumerated once, the checkpoint behind the last of them, and whether there was nothing more then.</summary>
internal sealed record FollowedBatch(IEnumerable<FoundEvent> Events, string Checkpoint, bool CaughtUp);
