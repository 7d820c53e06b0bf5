using System.Runtime.CompilerServices;

namespace EventSourcingBench.Stores.FileLog;

/// <summary>
/// Follows the log. With a single writer, its order is the order of acknowledgements: no event can appear before an address
/// that was already read.
/// </summary>
internal sealed class FileLogSubscription(LogIndex index, CommitSignal committed) : ICatchUpSubscription
{
    private const int MostInABatch = 1000;
    private const long MostBytesInABatch = 4 << 20;

    public async IAsyncEnumerable<EventBatch> SubscribeAsync(
        Checkpoint after,
        [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        using var cursor = new FeedCursor(index, PositionCheckpoint.Parse(after));
        while (true)
        {
            cancellationToken.ThrowIfCancellationRequested();
            var events = new List<RecordedEvent>();
            var caughtUp = cursor.Read(events, MostInABatch, MostBytesInABatch);
            yield return new EventBatch(events, PositionCheckpoint.At(cursor.Position), caughtUp);
            if (caughtUp)
            {
                await committed.WaitBehindAsync(cursor.Position, cancellationToken);
            }
        }
    }
}
