using System.Runtime.CompilerServices;

namespace EventSourcingBench.Stores.Memory;

/// <summary>Streams of a <see cref="MemoryLog"/>. An append first waits for the delay and is then atomic.</summary>
internal sealed class MemoryEventStore(MemoryLog log, PreciseDelay? delay) : IEventStore
{
    private const int Slice = 256;

    public async ValueTask<AppendResult> AppendAsync(
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

        cancellationToken.ThrowIfCancellationRequested();
        if (delay is not null)
        {
            await delay.WaitAsync(cancellationToken);
        }

        return log.Append(stream, expected, events);
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
}
