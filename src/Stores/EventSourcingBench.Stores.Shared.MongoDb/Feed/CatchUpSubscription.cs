using System.Runtime.CompilerServices;
using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.Shared;

/// <summary>The feed, which ends with the store.</summary>
/// <param name="feed">The feed.</param>
/// <param name="canRestart">True for a projection, which begins again at the first event where the oplog has lost a token; false for
/// callers, who get what follows out of the collection.</param>
/// <param name="closing">Is cancelled when the store is closed.</param>
internal sealed class CatchUpSubscription(ChangeFeed feed, bool canRestart, CancellationToken closing) : ICatchUpSubscription
{
    public async IAsyncEnumerable<EventBatch> SubscribeAsync(
        Checkpoint after, [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        var place = FeedPlace.Of(after);
        if (closing.IsCancellationRequested)
        {
            throw MongoErrors.StoreClosed();
        }

        using var either = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, closing);
        while (true)
        {
            await using var batches = feed.FollowAsync(place, either.Token).GetAsyncEnumerator(either.Token);
            while (await NextAsync(batches, cancellationToken))
            {
                place = FeedPlace.Of(batches.Current.Checkpoint);
                yield return batches.Current;
                cancellationToken.ThrowIfCancellationRequested();
            }

            // Positions are complete in themselves: what the oplog no longer has is still in the collection.
            place = place with { Token = null };
        }
    }

    // False when the oplog has lost the token.
    private async ValueTask<bool> NextAsync(IAsyncEnumerator<EventBatch> batches, CancellationToken cancellationToken)
    {
        try
        {
            return await batches.MoveNextAsync();
        }
        catch (LostHistoryException) when (!canRestart)
        {
            return false;
        }
        catch (StoreUnavailableException) when (cancellationToken.IsCancellationRequested)
        {
            // The driver may say that it gave up a connection.
            throw new OperationCanceledException(cancellationToken);
        }
        catch (Exception e) when (closing.IsCancellationRequested && !cancellationToken.IsCancellationRequested
            && e is OperationCanceledException or StoreUnavailableException)
        {
            throw MongoErrors.StoreClosed();
        }
    }
}
