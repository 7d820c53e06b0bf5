using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.Faulty;

/// <summary>Stores one append in so many twice, as a retry does where the store does not know the ids.</summary>
internal sealed class DuplicatingEventStore(IEventStore inner, int rate) : IEventStore
{
    private long _appends;

    public async ValueTask<AppendResult> AppendAsync(
        StreamId stream,
        ExpectedVersion expected,
        IReadOnlyList<EventData> events,
        CancellationToken cancellationToken = default)
    {
        var result = await inner.AppendAsync(stream, expected, events, cancellationToken);
        if (result is Appended && Interlocked.Increment(ref _appends) % rate == 0)
        {
            await inner.AppendAsync(stream, ExpectedVersion.Any, events, cancellationToken);
        }

        return result;
    }

    public IAsyncEnumerable<RecordedEvent> ReadStreamAsync(
        StreamId stream, long fromVersion = 1, long maxCount = long.MaxValue, CancellationToken cancellationToken = default) =>
        inner.ReadStreamAsync(stream, fromVersion, maxCount, cancellationToken);
}
