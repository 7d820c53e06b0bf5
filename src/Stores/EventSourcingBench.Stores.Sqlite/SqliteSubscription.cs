using System.Runtime.CompilerServices;

namespace EventSourcingBench.Stores.Sqlite;

/// <summary>
/// Follows the positions. With a single writer their order is the commit order: no event can appear before a position that was
/// already read.
/// </summary>
internal sealed class SqliteSubscription(SqliteReaders readers, CommitSignal committed) : ICatchUpSubscription
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
            var events = new List<RecordedEvent>();
            var caughtUp = readers.Read((position, events), static (connection, from) => EventReading.Read(
                connection,
                connection.Statement(Sql.ReadAll).Bind(1, from.position).Bind(2, MostInABatch),
                MostInABatch,
                stream: null,
                from.events));
            position = events.Count > 0 ? events[^1].Position!.Value : position;
            yield return new EventBatch(events, PositionCheckpoint.At(position), caughtUp);
            if (caughtUp)
            {
                await committed.WaitBehindAsync(position, cancellationToken);
            }
        }
    }
}
