using System.Runtime.CompilerServices;

namespace EventSourcingBench.Stores.PostgreSql.Feed;

/// <summary>All events after a checkpoint, then live.</summary>
internal sealed class CatchUpSubscription(
    Func<EventFeed> openFeed, FeedWait wait, int batchSize, CancellationToken closing) : ICatchUpSubscription
{
    public async IAsyncEnumerable<EventBatch> SubscribeAsync(
        Checkpoint after,
        [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        var place = FeedPlace.Of(after);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, closing);
        await using var feed = openFeed();
        var reportedCaughtUp = false;
        var waits = wait.Start();
        while (true)
        {
            var page = await LookAsync(feed, waits, place, either.Token, cancellationToken);
            place = page.End;
            if (page.Events.Count > 0 || (page.CaughtUp && !reportedCaughtUp))
            {
                reportedCaughtUp = page.CaughtUp;
                yield return new EventBatch(page.Events, place.Checkpoint, page.CaughtUp);
            }
        }
    }

    private async Task<FeedPage> LookAsync(
        EventFeed feed, FeedWait waits, FeedPlace place, CancellationToken either, CancellationToken callers)
    {
        try
        {
            await waits.UntilNextLookAsync(either);
            var page = await feed.ReadAsync(place, batchSize, waits.AskPending, either);
            waits.Looked(page);
            return page;
        }
        catch (OperationCanceledException) when (closing.IsCancellationRequested && !callers.IsCancellationRequested)
        {
            throw PostgresErrors.StoreClosed();
        }
    }
}
