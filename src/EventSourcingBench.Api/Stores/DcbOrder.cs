namespace EventSourcingBench.Api.Stores;

/// <summary>Pages of all events of a store without streams.</summary>
public sealed class DcbOrder(IDcbEventStore store, TimeProvider time)
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(5);

    // A subscription that has delivered nothing yet may only be slow, such as that of a store that was killed a moment ago.
    private static readonly TimeSpan FirstPatience = TimeSpan.FromSeconds(30);

    // Where nothing came for so long before, it is not waited for as long again.
    private static readonly TimeSpan PatienceAgain = TimeSpan.FromSeconds(1);
    private long _inVain = -1;

    /// <summary>The events that a new subscription delivers after a position, up to the last event at the time of the call. If that event
    /// is not delivered within five seconds, the call returns what was delivered. Where a read finds an event after the position, the
    /// first event may take 30 seconds. After a position after which nothing came in that time, a second is enough from then on.</summary>
    /// <returns>The events, the position to continue after, and whether there were no more events. There are none where no position after
    /// the given one came: a store that repeats a position would otherwise be read for ever.</returns>
    public async Task<(IReadOnlyList<DcbRecordedEvent> Events, long After, bool CaughtUp)> SubscribeAsync(
        long after, int count, CancellationToken cancellationToken)
    {
        var there = await store.ReadAsync(DcbQuery.All, after, limit: 1, cancellationToken);
        var head = there.Head;
        var (events, isWhole) = (new List<DcbRecordedEvent>(), true);
        using var patience = new CancellationTokenSource(
            Interlocked.Read(ref _inVain) == after ? PatienceAgain : there.Events.Count > 0 ? FirstPatience : Patience, time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(patience.Token, cancellationToken);
        try
        {
            await foreach (var delivered in head <= after
                ? AsyncEnumerable.Empty<DcbRecordedEvent>() : store.SubscribeAsync(DcbQuery.All, after, either.Token))
            {
                if (events.Count == 0)
                {
                    patience.CancelAfter(Patience);
                    Interlocked.CompareExchange(ref _inVain, -1, after);
                }

                events.Add(delivered);
                if (delivered.Position >= head)
                    break;

                isWhole = events.Count < count;
                if (!isWhole)
                    break;
            }
        }
        catch (OperationCanceledException) when (patience.IsCancellationRequested && !cancellationToken.IsCancellationRequested)
        {
            // What was not delivered is to be asked for again.
            isWhole = false;
            if (events.Count == 0)
                Interlocked.Exchange(ref _inVain, after);
        }

        // The head may be a position without an event, such as that of a failed append: then the last event delivered is behind it.
        var last = events.Count == 0 ? after : events[^1].Position;
        return isWhole ? (events, Math.Max(head, last), true) : (events, last, last <= after);
    }

    public static DcbQuery WithTag(string tag) => new([new DcbQueryItem([], [tag])]);

    /// <summary>At most <c>count</c> matches of a query after a position, 0 for the start.</summary>
    /// <returns>The events, the position to continue after, and whether there were no more events.</returns>
    public async Task<(IReadOnlyList<DcbRecordedEvent> Events, long After, bool CaughtUp)> ReadAsync(
        DcbQuery query, long after, int count, CancellationToken cancellationToken)
    {
        var read = await store.ReadAsync(query, after, count, cancellationToken);
        return (read.Events, read.Events.Count > 0 ? read.Events[^1].Position : after, read.Events.Count < count);
    }
}
