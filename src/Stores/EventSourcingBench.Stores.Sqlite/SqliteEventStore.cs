using System.Runtime.CompilerServices;

namespace EventSourcingBench.Stores.Sqlite;

/// <summary>Streams: appends through the writer, reads in slices.</summary>
internal sealed class SqliteEventStore(SqliteWriter writer, SqliteReaders readers, TimeProvider time) : IEventStore
{
    private const int MostInASlice = 500;

    public ValueTask<AppendResult> AppendAsync(
        StreamId stream,
        ExpectedVersion expected,
        IReadOnlyList<EventData> events,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(events);
        if (events.Count == 0)
        {
            throw new ArgumentException("There is no event to append.", nameof(events));
        }

        return new AppendRequest(stream, expected, events, time, cancellationToken).SendAsync(writer);
    }

    public async IAsyncEnumerable<RecordedEvent> ReadStreamAsync(
        StreamId stream,
        long fromVersion = 1,
        long maxCount = long.MaxValue,
        [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        await Task.CompletedTask;
        var slice = new List<RecordedEvent>();
        var next = fromVersion;
        var left = maxCount;
        var isLast = false;
        while (!isLast && left > 0)
        {
            cancellationToken.ThrowIfCancellationRequested();
            slice.Clear();
            var limit = (int)Math.Min(left, MostInASlice);
            isLast = readers.Read((stream, next, limit, slice), static (connection, of) =>
                StreamReading.Read(connection, of.stream, of.next, of.limit, of.slice));
            foreach (var recorded in slice)
            {
                cancellationToken.ThrowIfCancellationRequested();
                yield return recorded;
            }

            next += slice.Count;
            left -= slice.Count;
        }
    }
}
