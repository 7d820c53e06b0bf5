using System.Runtime.CompilerServices;
using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.PostgreSql;

/// <summary>All events after a checkpoint, then live.</summary>
internal sealed class CatchUpSubscription(Func<EventFeed> openFeed, FeedWait wait, int batchSize) : ICatchUpSubscription
{
    public async IAsyncEnumerable<EventBatch> SubscribeAsync(
        Checkpoint after,
        [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        var place = FeedPlace.Of(after);
        await using var feed = openFeed();
        var told = false;
        var waits = wait.Start();
        while (true)
        {
            waits.BeforeLook();
            var page = await feed.ReadAsync(place, batchSize, cancellationToken);
            place = page.End;
            if (page.Events.Count > 0 || (page.CaughtUp && !told))
            {
                told = page.CaughtUp;
                yield return new EventBatch(page.Events, place.Checkpoint, page.CaughtUp);
            }

            await waits.AfterLookAsync(page, cancellationToken);
        }
    }
}
