namespace EventSourcingBench.Stores.Shared;

/// <summary>A persistent subscription to $all for each subscriber: the server keeps its place, and the subscriber acknowledges each event
/// when it has taken it. The server repeats what is not acknowledged in time, out of order; what was delivered before is left out here, so
/// that a subscriber has each event once and in order. Without such messages it is caught up with what was there when it began.</summary>
internal sealed class LogGroupSubscription(
    LogConnection connection, LogNamespace space, TimeProvider time, StreamSelection? only = null) : ICatchUpSubscription
{
    // Events that the server sends ahead of their acknowledgement.
    private const int Ahead = 500;
    private static readonly TimeSpan DeletionLimit = TimeSpan.FromSeconds(5);

    public ICatchUpSubscription Only(StreamSelection streams) => new LogGroupSubscription(connection, space, time, streams);

    public async IAsyncEnumerable<EventBatch> SubscribeAsync(
        Checkpoint after, [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        var place = LogCheckpoint.PositionOf(after);
        cancellationToken.ThrowIfCancellationRequested();
        using var ending = connection.Link(cancellationToken);
        var group = await connection.GuardAsync(() => CreateAsync(place, ending.Token), cancellationToken);
        try
        {
            var end = await connection.GuardAsync(() => FindEndAsync(ending.Token), cancellationToken);
            await using var subscription = connection.Groups.SubscribeToAll(group, Ahead, cancellationToken: ending.Token);
            await using var messages = subscription.Messages.GetAsyncEnumerator(ending.Token);
            if (end is null || place >= end)
                yield return new EventBatch([], after, CaughtUp: true);

            while (await connection.GuardAsync(() => messages.MoveNextAsync(), cancellationToken))
            {
                if (messages.Current is not PersistentSubscriptionMessage.Event { ResolvedEvent: var resolved })
                    continue;

                var position = resolved.OriginalPosition!.Value;
                if (place is null || position > place)
                {
                    place = position;
                    var recorded = LogEvents.Recorded(resolved.Event, space.StreamOf(resolved.Event.EventStreamId));
                    yield return new EventBatch([recorded], LogCheckpoint.At(position), end is null || position >= end);
                }

                await connection.GuardAsync(() => AcknowledgeAsync(subscription, resolved), cancellationToken);
            }

            throw LogErrors.Ended();
        }
        finally
        {
            await DeleteAsync(group);
        }
    }

    private static async Task<bool> AcknowledgeAsync(LogGroups.PersistentSubscriptionResult subscription, ResolvedEvent resolved)
    {
        try
        {
            await subscription.Ack(resolved);
            return true;
        }
        catch (InvalidOperationException e)
        {
            // The call is over.
            throw LogErrors.Ended(e);
        }
    }

    private async Task<string> CreateAsync(Position? after, CancellationToken cancellationToken)
    {
        var group = $"{space.FileName}-{Guid.NewGuid():N}";
        var settings = new PersistentSubscriptionSettings(startFrom: after ?? Position.Start);
        await connection.Groups.CreateToAllAsync(group, space.Filter(only), settings, cancellationToken: cancellationToken);
        return group;
    }

    // The position of the last event that is there; null where there is none.
    private async Task<Position?> FindEndAsync(CancellationToken cancellationToken)
    {
        var read = connection.Client.ReadAllAsync(
            Direction.Backwards, Position.End, space.Filter(only), maxCount: 1, cancellationToken: cancellationToken);
        await foreach (var last in read)
            return last.OriginalPosition;

        return null;
    }

    private async Task DeleteAsync(string group)
    {
        using var limit = new CancellationTokenSource(DeletionLimit, time);
        try
        {
            await connection.Groups.DeleteToAllAsync(group, cancellationToken: limit.Token);
        }
        catch (Exception e) when (e is PersistentSubscriptionNotFoundException || connection.Errors.Unavailable(e) is not null)
        {
            // The server is unavailable or has deleted it. A group is used once, so a leftover one does no harm.
        }
    }
}
