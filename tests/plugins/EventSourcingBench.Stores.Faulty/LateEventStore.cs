using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.Faulty;

/// <summary>
/// One append in so many takes its positions, and its transaction commits a while later: until then nobody sees its
/// events, and subscriptions go past them.
/// </summary>
internal sealed class LateEventStore(IEventStore inner, HiddenEvents hidden, int rate, TimeProvider time) : IEventStore
{
    private static readonly TimeSpan Late = TimeSpan.FromMilliseconds(30);
    private long _appends;

    public async ValueTask<AppendResult> AppendAsync(
        StreamId stream,
        ExpectedVersion expected,
        IReadOnlyList<EventData> events,
        CancellationToken cancellationToken = default)
    {
        if (Interlocked.Increment(ref _appends) % rate != 0)
        {
            return await inner.AppendAsync(stream, expected, events, cancellationToken);
        }

        foreach (var data in events)
        {
            hidden.Hide(data);
        }

        try
        {
            var result = await inner.AppendAsync(stream, expected, events, cancellationToken);
            await Task.Delay(Late, time, cancellationToken);
            return result;
        }
        finally
        {
            foreach (var data in events)
            {
                hidden.Show(data);
            }
        }
    }

    public IAsyncEnumerable<RecordedEvent> ReadStreamAsync(
        StreamId stream, long fromVersion = 1, long maxCount = long.MaxValue, CancellationToken cancellationToken = default) =>
        inner.ReadStreamAsync(stream, fromVersion, maxCount, cancellationToken).Where(hidden.IsVisible);
}
