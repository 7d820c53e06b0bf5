using System.Runtime.CompilerServices;
using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.Shared;

/// <summary>
/// The feed for a projection: it connects again after a failure, and has the read model rebuilt when the oplog has lost
/// what follows the saved token.
/// </summary>
internal sealed class ProjectionFeed(ChangeFeed feed, ReadModelCollections tables, Retries retries, Func<Task> rebuild) : ICatchUpSubscription
{
    public async IAsyncEnumerable<EventBatch> SubscribeAsync(
        Checkpoint after, [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        var place = FeedPlace.Of(after);
        tables.GoOnFrom(place);
        var failures = 0;
        while (true)
        {
            await using var batches = feed.FollowAsync(place, cancellationToken).GetAsyncEnumerator(cancellationToken);
            while (await NextAsync(batches, cancellationToken))
            {
                failures = 0;
                place = FeedPlace.Of(batches.Current.Checkpoint);
                yield return batches.Current;
            }

            await retries.PauseAsync(++failures, cancellationToken);
        }
    }

    // False when the connection broke.
    private async ValueTask<bool> NextAsync(IAsyncEnumerator<EventBatch> batches, CancellationToken cancellationToken)
    {
        try
        {
            return await batches.MoveNextAsync();
        }
        catch (StoreUnavailableException)
        {
            return false;
        }
        catch (LostHistoryException)
        {
            // The rebuild cancels this pass through the events and begins another.
            await rebuild().WaitAsync(cancellationToken);
            await Task.Delay(Timeout.InfiniteTimeSpan, cancellationToken);
            return false;
        }
    }
}
