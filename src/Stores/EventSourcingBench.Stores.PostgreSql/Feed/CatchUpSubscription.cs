namespace EventSourcingBench.Stores.PostgreSql.Feed;

/// <summary>All events after a checkpoint, then live. For readers with a dedicated thread it can block that thread while it waits; then
/// it reads ahead the page after a full one.</summary>
internal sealed class CatchUpSubscription(
    PostgresDatabase database, Pulse committed, TimeSpan pollInterval, int batchSize, TimeProvider time, bool blocks,
    StoreClosing closing) : ICatchUpSubscription
{
    private static readonly TimeSpan ShortestPending = TimeSpan.FromMilliseconds(1);
    private static readonly TimeSpan LongestPending = TimeSpan.FromMilliseconds(100);

    public async IAsyncEnumerable<EventBatch> SubscribeAsync(
        Checkpoint after, [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        var last = new FeedPage([], FeedPlace.Of(after), Full: true, Pending: false);
        using var either = closing.Link(cancellationToken);
        var feed = new EventFeed(database);
        var (seen, pending) = (0L, ShortestPending);
        Task<FeedPage>? ahead = null;
        try
        {
            var reportedCaughtUp = false;
            while (true)
            {
                var next = ahead ?? LookAsync();
                if (blocks)
                    Task.WaitAny([next], CancellationToken.None);

                // An await of a completed task does not leave the thread.
                var page = last = await closing.UntilClosedAsync(next, cancellationToken);
                ahead = blocks && page.Full ? Task.Run(() => feed.Read(page.End, batchSize), either.Token) : null;
                if (page.Events.Count > 0 || (page.CaughtUp && !reportedCaughtUp))
                {
                    reportedCaughtUp = page.CaughtUp;
                    yield return new EventBatch(page.Events, page.End.Checkpoint, page.CaughtUp);
                }
            }
        }
        finally
        {
            // The connection is in use until then.
            Task.WaitAny([ahead ?? Task.CompletedTask], CancellationToken.None);
            feed.Close();
        }

        // After a full page the next one is read at once. Otherwise the reader waits for a commit signal or the poll interval. While events
        // are pending it waits only briefly, because the end of an older transaction without an append is not signalled.
        async Task<FeedPage> LookAsync()
        {
            if (!last.Full)
            {
                var atMost = last.Pending ? pending : pollInterval;
                var woken = blocks ? committed.Wait(seen, atMost, either.Token)
                    : await committed.WaitAsync(seen, atMost, time, either.Token);
                pending = woken || !last.Pending ? ShortestPending : pending * 2 < LongestPending ? pending * 2 : LongestPending;
            }

            // Taken before the query: a commit in between is either seen by the query or ends the next wait at once.
            seen = committed.Seen;
            either.Token.ThrowIfCancellationRequested();
            return blocks ? feed.Read(last.End, batchSize) : await Task.Run(() => feed.Read(last.End, batchSize), CancellationToken.None);
        }
    }
}
