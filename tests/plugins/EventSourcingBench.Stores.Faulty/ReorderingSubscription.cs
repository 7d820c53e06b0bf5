using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.Faulty;

/// <summary>
/// Exchanges one event in so many with its neighbour; each subscription another one. So the order is not stable, and
/// events of one stream come out of the order of their versions.
/// </summary>
internal sealed class ReorderingSubscription(ICatchUpSubscription inner, int rate) : ICatchUpSubscription
{
    private long _subscriptions;

    public IAsyncEnumerable<EventBatch> SubscribeAsync(Checkpoint after, CancellationToken cancellationToken = default)
    {
        var which = Interlocked.Increment(ref _subscriptions) % rate;
        return inner.SubscribeAsync(after, cancellationToken).Select(batch => batch with { Events = Exchange(batch.Events, which) });
    }

    private RecordedEvent[] Exchange(IReadOnlyList<RecordedEvent> events, long which)
    {
        var exchanged = events.ToArray();
        for (var i = 0; i + 1 < exchanged.Length; i++)
        {
            if (events[i].Position % rate == which)
            {
                (exchanged[i], exchanged[i + 1]) = (exchanged[i + 1], exchanged[i]);
            }
        }

        return exchanged;
    }
}
