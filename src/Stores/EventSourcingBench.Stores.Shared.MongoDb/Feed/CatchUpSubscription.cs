namespace EventSourcingBench.Stores.Shared.MongoDb.Feed;

internal sealed class CatchUpSubscription(ChangeFeed feed, bool canRestart, CancellationToken closing) : ICatchUpSubscription
{
    public async IAsyncEnumerable<EventBatch> SubscribeAsync(
        Checkpoint after, [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        var place = FeedPlace.Of(after);
        if (closing.IsCancellationRequested)
            throw MongoErrors.StoreClosed();

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

            // Positions are sufficient: events that the oplog no longer has are still in the collection.
            place = place with { Token = null };
        }
    }

    // False if the oplog has lost the token. A projection restarts at the first event instead.
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
            // The driver may report that it abandoned a connection.
            throw new OperationCanceledException(cancellationToken);
        }
        catch (Exception e) when (closing.IsCancellationRequested && !cancellationToken.IsCancellationRequested
            && e is OperationCanceledException or StoreUnavailableException)
        {
            throw MongoErrors.StoreClosed();
        }
    }
}
