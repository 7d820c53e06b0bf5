namespace EventSourcingBench.Stores.PostgreSql.Dcb;

/// <summary>The store's reads and appends. They share the round trips and commits of a lane.</summary>
internal sealed class DcbLog(Lane<DcbWork>[] lanes, DcbReader reader, DcbSubscription subscription) : IDcbEventStore
{
    /// <summary>The maximum number of events of one read on the lane, where other callers wait.</summary>
    private const int Short = 1_000;

    public async ValueTask<DcbReadResult> ReadAsync(
        DcbQuery query, long after = 0, int limit = int.MaxValue, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(query);
        ArgumentOutOfRangeException.ThrowIfNegative(limit);
        cancellationToken.ThrowIfCancellationRequested();
        var normal = query.Normal();
        if (!normal.Items.Any() || normal.Items.Any(i => i.Tags.Count == 0))
        {
            return await reader.ReadAsync(normal, after, limit, cancellationToken);
        }

        var work = new PendingRead(normal, after, Math.Min(limit, Short));
        Idlest().Enqueue(work);
        var read = await Answered(work.Answer, cancellationToken);
        if (read.Events.Count < Short || limit == Short)
        {
            return read;
        }

        // No event can have appeared before the events that were read: the rest comes after them.
        var rest = await reader.ReadAsync(normal, read.Events[^1].Position, limit - Short, cancellationToken);
        return rest with { Events = [.. read.Events, .. rest.Events] };
    }

    public IAsyncEnumerable<DcbRecordedEvent> SubscribeAsync(DcbQuery query, long after = 0, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(query);
        return subscription.FollowAsync(query.Normal(), after, cancellationToken);
    }

    public ValueTask<DcbAppendResult> AppendAsync(
        IReadOnlyList<DcbEvent> events, DcbAppendCondition? condition, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(events);
        RequireWhole(events);
        cancellationToken.ThrowIfCancellationRequested();
        var work = new PendingDcbAppend(
            events, condition is null ? null : condition with { FailIfMatches = condition.FailIfMatches.Normal() });
        Idlest().Enqueue(work);
        return new ValueTask<DcbAppendResult>(Answered(work.Answer, cancellationToken));
    }

    private Lane<DcbWork> Idlest()
    {
        var idlest = lanes[0];
        for (var i = 1; i < lanes.Length && idlest.Load > 0; i++)
        {
            if (lanes[i].Load < idlest.Load)
            {
                idlest = lanes[i];
            }
        }

        return idlest;
    }

    private static Task<T> Answered<T>(Task<T> answer, CancellationToken cancellationToken) =>
        answer.IsCompleted || !cancellationToken.CanBeCanceled ? answer : answer.WaitAsync(cancellationToken);

    private static void RequireWhole(IReadOnlyList<DcbEvent> events)
    {
        if (events.Count == 0)
        {
            throw new ArgumentException("An append needs at least one event.", nameof(events));
        }

        if (events.Count > 1 && events.Select(e => e.Event.Id).Distinct().Count() != events.Count)
        {
            throw new ArgumentException("Two events of the append have the same id.", nameof(events));
        }

        foreach (var tags in events.Select(e => e.Tags).Where(t => t.Count > 1))
        {
            if (tags.Distinct(StringComparer.Ordinal).Count() != tags.Count)
            {
                throw new ArgumentException($"An event has a tag twice: {string.Join(", ", tags)}.", nameof(events));
            }
        }
    }
}
