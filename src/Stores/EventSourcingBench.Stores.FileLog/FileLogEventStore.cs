using System.Runtime.CompilerServices;

namespace EventSourcingBench.Stores.FileLog;

/// <summary>Streams: appends through the writer, reads in slices.</summary>
internal sealed class FileLogEventStore(LogIndex index, PayloadPool pool, LogWriter writer) : IEventStore, IBulkWriter
{
    private const int MostInASlice = 500;
    private const long MostBytesInASlice = 4 << 20;

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

        var payload = pool.Rent(isBig: false);
        payload.Encode(stream, events);
        return writer.AppendAsync(payload, expected, cancellationToken);
    }

    public async ValueTask AppendAsync(IReadOnlyList<BulkEvent> events, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(events);
        if (events.Count == 0)
        {
            throw new ArgumentException("There is no event to append.", nameof(events));
        }

        var payload = pool.Rent(isBig: true);
        payload.Encode(events);
        await writer.AppendAsync(payload, ExpectedVersion.Any, cancellationToken);
    }

    public async IAsyncEnumerable<RecordedEvent> ReadStreamAsync(
        StreamId stream,
        long fromVersion = 1,
        long maxCount = long.MaxValue,
        [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        await Task.CompletedTask;
        if (index.Streams.Find(stream.Value) is not { } state)
        {
            yield break;
        }

        using var cursor = new StreamCursor(index, state, fromVersion, maxCount);
        var slice = new List<RecordedEvent>();
        var goesOn = true;
        while (goesOn)
        {
            cancellationToken.ThrowIfCancellationRequested();
            slice.Clear();
            goesOn = cursor.Read(slice, MostInASlice, MostBytesInASlice);
            foreach (var recorded in slice)
            {
                cancellationToken.ThrowIfCancellationRequested();
                yield return recorded;
            }
        }
    }
}
