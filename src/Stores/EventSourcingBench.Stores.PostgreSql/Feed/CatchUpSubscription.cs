using System.Runtime.CompilerServices;

namespace EventSourcingBench.Stores.PostgreSql.Feed;

/// <summary>
/// All events after a checkpoint, then live. For readers with a thread of their own it can block that thread while it waits; then it
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
            {
                await Here<Task>(ahead).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            }

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
        {
            Task.WaitAny([task], CancellationToken.None);
        }

        return task;
    }
}
