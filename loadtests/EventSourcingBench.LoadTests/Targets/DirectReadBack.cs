namespace EventSourcingBench.LoadTests.Targets;

internal sealed class DirectReadBack(IStore store, TimeProvider? time = null) : IReadBack
{
    // Events that are hashed at once, by another thread while the next ones are read and the ones before are judged.
    private const int HashedTogether = 1_000;
    private const int MostAhead = 4;
    private static readonly TimeSpan Stall = TimeSpan.FromMinutes(1);

    // One for each store, as it remembers what was waited for in vain.
    private static readonly ConditionalWeakTable<IDcbEventStore, DcbOrder> Orders = [];
    private readonly TimeProvider _time = time ?? TimeProvider.System;
    private readonly StoreCapabilities _capabilities = store.Capabilities;
    private readonly DcbOrder? _order = store.Dcb is { } dcb ? Orders.GetValue(dcb, d => new(d, TimeProvider.System)) : null;

    public bool HasStreams => store.Events is not null;

    public bool HasOrder => store.Subscription is not null || store.Dcb is not null;

    public IAsyncEnumerable<List<FoundEvent>> ReadStreamAsync(
        string stream, long fromVersion, long maxCount, CancellationToken cancellationToken) =>
        store.Events is { } events
            ? AheadAsync(
                events.ReadStreamAsync(new StreamId(stream), fromVersion, maxCount, cancellationToken).Chunk(HashedTogether),
                isLast: page => page.Length < HashedTogether,
                page => page.Select(Found).ToList())
            : PagesAsync(fromVersion - 1, (after, size) => _order!.ReadAsync(
                stream.Length == 0 ? DcbQuery.All : DcbOrder.WithTag(stream), after, size, cancellationToken)).Select(b => b.Events);

    public IAsyncEnumerable<FoundBatch> ReadAllAsync(string checkpoint, CancellationToken cancellationToken) =>
        store.Subscription is not null
            ? AheadAsync(
                CatchUpAsync(checkpoint, cancellationToken),
                isLast: batch => batch.CaughtUp,
                batch => new FoundBatch([.. batch.Events], batch.Checkpoint))
            : PagesAsync(PositionOf(checkpoint), (after, size) => _order!.SubscribeAsync(after, size, cancellationToken));

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

    /// <summary>A live subscription does not end: a reader would wait for ever where it neither delivers nor catches up.</summary>
    /// <exception cref="TimeoutException">It delivered nothing for a minute.</exception>
    public static IAsyncEnumerable<T> LimitAsync<T>(
        Func<CancellationToken, IAsyncEnumerable<T>> subscribe, TimeProvider time, CancellationToken cancellationToken) =>
        StalledReading.LimitAsync(
            subscribe, Stall, $"The subscription delivered nothing for {Stall.TotalSeconds:0} s, and has not caught up.", time,
            cancellationToken);

    private IAsyncEnumerable<FollowedBatch> CatchUpAsync(string checkpoint, CancellationToken cancellationToken) =>
        LimitAsync(either => FollowAsync(checkpoint, only: null, either), _time, cancellationToken);

    // Pages up to the last, which is made at once: a short reading is not worth a second thread.
    private static async IAsyncEnumerable<T> AheadAsync<TPage, T>(
        IAsyncEnumerable<TPage> pages, Func<TPage, bool> isLast, Func<TPage, T> make)
    {
        var ahead = new Queue<Task<T>>();
        await foreach (var page in pages)
        {
            if (isLast(page))
            {
                ahead.Enqueue(Task.FromResult(make(page)));
                break;
            }

            ahead.Enqueue(Task.Run(() => make(page)));
            if (ahead.Count > MostAhead)
                yield return await ahead.Dequeue();
        }

        while (ahead.TryDequeue(out var next))
            yield return await next;
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

    private async IAsyncEnumerable<FoundBatch> PagesAsync(
        long after, Func<long, int, Task<(IReadOnlyList<DcbRecordedEvent> Events, long After, bool CaughtUp)>> read)
    {
        var caughtUp = false;
        for (var size = PageSizes.First(after == 0); !caughtUp; size = PageSizes.After(size))
        {
            (var events, after, caughtUp) = await read(after, size);
            yield return new FoundBatch([.. events.Select(Found)], TextOf(after));
        }
    }

    public FoundEvent Found(RecordedEvent recorded) =>
        new(recorded.Id, recorded.Stream.Value, recorded.Version, recorded.Position, recorded.HashIn(_capabilities));

    private FoundEvent Found(DcbRecordedEvent recorded) =>
        new(recorded.Event.Id, "", recorded.Position, recorded.Position, recorded.HashIn(_capabilities));
}

/// <summary>Some events, to be enumerated once, the checkpoint behind the last of them, and whether there was nothing more then.</summary>
internal sealed record FollowedBatch(IEnumerable<FoundEvent> Events, string Checkpoint, bool CaughtUp);
