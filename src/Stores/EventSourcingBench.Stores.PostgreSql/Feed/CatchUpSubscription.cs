namespace EventSourcingBench.Stores.PostgreSql.Feed;

/// <summary>All events after a checkpoint, then live. For readers with a dedicated thread it can block that thread while it waits; then
/// it reads ahead the page after a full one.</summary>
internal sealed class CatchUpSubscription(
    PostgresDatabase database, Pulse committed, TimeSpan pollInterval, int batchSize, TimeProvider time, bool blocks,
    StoreClosing closing) : ICatchUpSubscription
{
    public async IAsyncEnumerable<EventBatch> SubscribeAsync(
        Checkpoint after, [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        var place = FeedPlace.Of(after);
        using var either = closing.Link(cancellationToken);
        var feed = new EventFeed(database);
        Task<FeedPage>? ahead = null;
        try
        {
            var reportedCaughtUp = false;
            var wait = new FeedWait(committed, pollInterval, time, blocks);
            while (true)
            {
                var next = ahead ?? LookAsync(feed, wait, place, either.Token);
                if (blocks)
                    Task.WaitAny([next], CancellationToken.None);

                // An await of a completed task does not leave the thread.
                var page = await closing.UntilClosedAsync(next, cancellationToken);
                wait.Last = page;
                place = page.End;
                ahead = blocks && page.Full ? Task.Run(() => feed.Read(page.End, batchSize), either.Token) : null;
                if (page.Events.Count > 0 || (page.CaughtUp && !reportedCaughtUp))
                {
                    reportedCaughtUp = page.CaughtUp;
                    yield return new EventBatch(page.Events, place.Checkpoint, page.CaughtUp);
                }
            }
        }
        finally
        {
            // The connection is in use until then.
            Task.WaitAny([ahead ?? Task.CompletedTask], CancellationToken.None);
            feed.Close();
        }
    }

    private async Task<FeedPage> LookAsync(EventFeed feed, FeedWait wait, FeedPlace place, CancellationToken cancellationToken)
    {
        await wait.UntilNextLookAsync(cancellationToken);
        cancellationToken.ThrowIfCancellationRequested();
        return blocks ? feed.Read(place, batchSize) : await Task.Run(() => feed.Read(place, batchSize), CancellationToken.None);
    }
}

/// <summary>Schedules the queries of one reader. After a full page the next one runs at once. Otherwise the reader waits for a commit
/// signal or the poll interval. While events are pending it waits only briefly, because the end of an older transaction without an append
/// is not signalled.</summary>
internal sealed class FeedWait(Pulse committed, TimeSpan pollInterval, TimeProvider time, bool blocks)
{
    private static readonly TimeSpan Shortest = TimeSpan.FromMilliseconds(1);
    private static readonly TimeSpan LongestPending = TimeSpan.FromMilliseconds(100);

    private long _seen;
    private TimeSpan _pending = Shortest;

    public FeedPage? Last { private get; set; }

    public async ValueTask UntilNextLookAsync(CancellationToken cancellationToken)
    {
        if (Last is { Full: false, Pending: var isPending })
        {
            var atMost = isPending ? _pending : pollInterval;
            var woken = blocks ? committed.Wait(_seen, atMost, cancellationToken)
                : await committed.WaitAsync(_seen, atMost, time, cancellationToken);
            _pending = woken || !isPending ? Shortest : _pending * 2 < LongestPending ? _pending * 2 : LongestPending;
        }

        // Taken before the query: a commit in between is either seen by the query or ends the next wait at once.
        _seen = committed.Seen;
    }
}
