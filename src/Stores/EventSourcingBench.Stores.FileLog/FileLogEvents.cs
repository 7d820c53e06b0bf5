namespace EventSourcingBench.Stores.FileLog;

/// <summary>
/// The events: appends through the writer, reads in slices, subscriptions in batches. With a single writer, the order of the log
/// is the order of acknowledgements: no event can appear before an address that was already read.
/// </summary>
internal sealed class FileLogEvents(LogIndex index, PayloadPool pool, LogWriter writer, CommitSignal committed)
    : IEventStore, IBulkWriter, ICatchUpSubscription
{
    private const int MostInASlice = 500;
    private const int MostInABatch = 1000;
    private const long MostBytesAtOnce = 4 << 20;

    public ValueTask<AppendResult> AppendAsync(
        StreamId stream,
        ExpectedVersion expected,
        IReadOnlyList<EventData> events,
        CancellationToken cancellationToken = default)
    {
        Appends.RequireEvents(events);
        var payload = pool.Rent(isBig: false);
        payload.Encode(stream, events);
        return writer.AppendAsync(payload, expected, cancellationToken);
    }

    public async ValueTask AppendAsync(IReadOnlyList<BulkEvent> events, CancellationToken cancellationToken = default)
    {
        Appends.RequireEvents(events);
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
            yield break;

        using var cursor = new StreamCursor(index, state, fromVersion, maxCount);
        var slice = new List<RecordedEvent>();
        var goesOn = true;
        while (goesOn)
        {
            cancellationToken.ThrowIfCancellationRequested();
            slice.Clear();
            goesOn = cursor.Read(slice, MostInASlice, MostBytesAtOnce);
            foreach (var recorded in slice)
            {
                cancellationToken.ThrowIfCancellationRequested();
                yield return recorded;
            }
        }
    }

    public async IAsyncEnumerable<EventBatch> SubscribeAsync(
        Checkpoint after,
        [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        using var cursor = new FeedCursor(index, PositionCheckpoint.Parse(after));
        while (true)
        {
            cancellationToken.ThrowIfCancellationRequested();
            var events = new List<RecordedEvent>();
            var caughtUp = cursor.Read(events, MostInABatch, MostBytesAtOnce);
            yield return new EventBatch(events, PositionCheckpoint.At(cursor.Position), caughtUp);
            if (caughtUp)
                await committed.WaitBehindAsync(cursor.Position, cancellationToken);
        }
    }
}
