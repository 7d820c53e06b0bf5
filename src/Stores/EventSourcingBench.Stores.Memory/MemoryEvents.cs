namespace EventSourcingBench.Stores.Memory;

/// <summary>
/// The events of a <see cref="MemoryLog"/>, in the order of its lock. An append first waits for the delay and is then atomic.
/// </summary>
internal sealed class MemoryEvents(MemoryLog log, PreciseDelay? delay) : IEventStore, IBulkWriter, ICatchUpSubscription
{
    private const int Slice = 256;
    private const int MostInABatch = 1000;

    public async ValueTask<AppendResult> AppendAsync(
        StreamId stream,
        ExpectedVersion expected,
        IReadOnlyList<EventData> events,
        CancellationToken cancellationToken = default)
    {
        Appends.RequireEvents(events);
        cancellationToken.ThrowIfCancellationRequested();
        if (delay is not null)
        {
            await delay.WaitAsync(cancellationToken);
        }

        return log.Append(stream, expected, events);
    }

    public async ValueTask AppendAsync(IReadOnlyList<BulkEvent> events, CancellationToken cancellationToken = default)
    {
        BulkEvents.Require(events);
        cancellationToken.ThrowIfCancellationRequested();
        if (delay is not null)
        {
            await delay.WaitAsync(cancellationToken);
        }

        log.Append(events);
    }

    public async IAsyncEnumerable<RecordedEvent> ReadStreamAsync(
        StreamId stream,
        long fromVersion = 1,
        long maxCount = long.MaxValue,
        [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        await Task.CompletedTask;
        var slice = new RecordedEvent[(int)Math.Min(Slice, maxCount)];
        var next = fromVersion;
        while (maxCount > 0)
        {
            var count = log.Read(stream, next, slice.AsSpan(0, (int)Math.Min(slice.Length, maxCount)));
            if (count == 0)
            {
                yield break;
            }

            for (var i = 0; i < count; i++)
            {
                cancellationToken.ThrowIfCancellationRequested();
                yield return slice[i];
            }

            next += count;
            maxCount -= count;
        }
    }

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
