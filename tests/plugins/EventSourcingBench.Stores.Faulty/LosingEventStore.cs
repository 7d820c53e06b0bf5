using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.Faulty;

/// <summary>Acknowledges every append; of one in so many the first event is never seen again.</summary>
internal sealed class LosingEventStore(IEventStore inner, HiddenEvents hidden, int rate) : IEventStore
{
    private long _appends;

    public ValueTask<AppendResult> AppendAsync(
        StreamId stream,
        ExpectedVersion expected,
        IReadOnlyList<EventData> events,
        CancellationToken cancellationToken = default)
    {
        if (events.Count > 0 && Interlocked.Increment(ref _appends) % rate == 0)
        {
            hidden.Hide(events[0]);
        }

        return inner.AppendAsync(stream, expected, events, cancellationToken);
    }

    public IAsyncEnumerable<RecordedEvent> ReadStreamAsync(
        StreamId stream, long fromVersion = 1, long maxCount = long.MaxValue, CancellationToken cancellationToken = default) =>
        inner.ReadStreamAsync(stream, fromVersion, maxCount, cancellationToken).Where(hidden.IsVisible);
}
