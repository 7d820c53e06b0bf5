using System.Runtime.CompilerServices;

namespace EventSourcingBench.Stores.Memory;

/// <summary>Follows the list of all events, in the order of the lock.</summary>
internal sealed class MemorySubscription(MemoryLog log) : ICatchUpSubscription
{
    private const int MostInABatch = 1000;

    public async IAsyncEnumerable<EventBatch> SubscribeAsync(
        Checkpoint after,
        [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        var position = PositionCheckpoint.Parse(after);
        while (true)
        {
            cancellationToken.ThrowIfCancellationRequested();
            var (events, caughtUp) = log.ReadAll(position, MostInABatch);
            position += events.Count;
            yield return new EventBatch(events, PositionCheckpoint.At(position), caughtUp);
            if (caughtUp)
            {
                await log.WaitBehindAsync(position, cancellationToken);
            }
        }
    }
}
