using System.Runtime.CompilerServices;

namespace EventSourcingBench.Stores.PostgreSql.Feed;

/// <summary>
/// All events after a checkpoint, then live. For readers with a dedicated thread it can block that thread while it waits; then it
/// reads ahead the page after a full one.
/// </summary>
internal sealed class CatchUpSubscription(
    PostgresDatabase database,
    Pulse committed,
    TimeSpan pollInterval,
    int batchSize,
    TimeProvider time,
    bool blocks,
    CancellationToken closing) : ICatchUpSubscription
{
    public async IAsyncEnumerable<EventBatch> SubscribeAsync(
        Checkpoint after,
        [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        var place = FeedPlace.Of(after);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, closing);
        var feed = new EventFeed(database);
        Task<FeedPage>? ahead = null;
        try
        {
            var reportedCaughtUp = false;
            var wait = new FeedWait(committed, pollInterval, time);
            while (true)
            {
                var page = await PostgresErrors.UntilClosedAsync(
                    Here(ahead ?? LookAsync(feed, wait, place, either.Token)), closing, cancellationToken);
                wait.Looked(page);
                place = page.End;
                ahead = blocks && page.Full ? feed.ReadAsync(place, batchSize, askPending: false, blocks: false, either.Token) : null;
                if (page.Events.Count > 0 || (page.CaughtUp && !reportedCaughtUp))
                {
                    reportedCaughtUp = page.CaughtUp;
                    yield return new EventBatch(page.Events, place.Checkpoint, page.CaughtUp);
                }
            }
        }
        finally
        {
            if (ahead is not null)
                await Here<Task>(ahead).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);

            await Here(feed.DisposeAsync().AsTask());
        }
    }

    private async Task<FeedPage> LookAsync(EventFeed feed, FeedWait wait, FeedPlace place, CancellationToken cancellationToken)
    {
        await wait.UntilNextLookAsync(blocks, cancellationToken);
        return await feed.ReadAsync(place, batchSize, wait.AskPending, blocks, cancellationToken);
    }

    // An await of a completed task does not leave the thread.
    private T Here<T>(T task)
        where T : Task
    {
        if (blocks)
            Task.WaitAny([task], CancellationToken.None);

        return task;
    }
}

/// <summary>
/// Schedules the queries of one reader. While queries return events, the next one runs at once, without a check for pending
/// events. Then one more checks for pending events. Then the reader waits for a commit signal or the poll interval. While
/// events are pending it waits only briefly, because the end of an older transaction without an append is not signalled.
/// </summary>
internal sealed class FeedWait(Pulse committed, TimeSpan pollInterval, TimeProvider time)
{
    private static readonly TimeSpan Shortest = TimeSpan.FromMilliseconds(1);
    private static readonly TimeSpan LongestPending = TimeSpan.FromMilliseconds(100);

    private long _seen;
    private TimeSpan _pending = Shortest;
    private FeedPage? _last;

    /// <summary>Whether the next query checks for pending events.</summary>
    public bool AskPending { get; private set; } = true;

    /// <summary>Waits as long as the last result allows.</summary>
    /// <param name="blocks">Whether it blocks the thread. It is then complete when it returns.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    public async ValueTask UntilNextLookAsync(bool blocks, CancellationToken cancellationToken)
    {
        if (_last is { Events.Count: 0, Pending: { } isPending })
        {
            var atMost = isPending ? _pending : pollInterval;
            var woken = blocks
                ? committed.Wait(_seen, atMost, cancellationToken)
                : await committed.WaitAsync(_seen, atMost, time, cancellationToken);
            _pending = woken || !isPending ? Shortest : Longer(_pending);
            AskPending = !woken;
        }
        else if (_last is not null)
        {
            AskPending = _last.Events.Count == 0;
        }

        // Taken before the query: a commit in between is either seen by the query or ends the next wait at once.
        _seen = committed.Seen;
    }

    public void Looked(FeedPage page) => _last = page;

    private static TimeSpan Longer(TimeSpan pending) => pending * 2 < LongestPending ? pending * 2 : LongestPending;
}
