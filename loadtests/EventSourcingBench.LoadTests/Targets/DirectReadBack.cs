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
        store.Subscription is { } subscription
            ? ReadAsync(subscription, checkpoint, cancellationToken)
            : ReadAsync(store.Dcb!, checkpoint, cancellationToken);

    // A call that was given up leaves nothing behind in this process that could be counted.
    public Task<long> CountPendingAsync(CancellationToken cancellationToken) => Task.FromResult(0L);

    private async IAsyncEnumerable<FoundBatch> ReadAsync(
        ICatchUpSubscription subscription, string checkpoint, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await foreach (var batch in subscription.SubscribeAsync(new Checkpoint(checkpoint), cancellationToken))
        {
            yield return new FoundBatch([.. batch.Events.Select(Found)], batch.Checkpoint.Value ?? "");
            if (batch.CaughtUp)
                yield break;
        }
    }

    private async IAsyncEnumerable<FoundBatch> ReadAsync(
        IDcbEventStore dcb, string checkpoint, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var order = new DcbOrder(dcb, TimeProvider.System);
        var (after, caughtUp) = (checkpoint.Length == 0 ? 0 : long.Parse(checkpoint, CultureInfo.InvariantCulture), false);
        while (!caughtUp)
        {
            (var events, after, caughtUp) = await order.SubscribeAsync(after, PageSize, cancellationToken);
            yield return new FoundBatch([.. events.Select(Found)], after.ToString(CultureInfo.InvariantCulture));
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
