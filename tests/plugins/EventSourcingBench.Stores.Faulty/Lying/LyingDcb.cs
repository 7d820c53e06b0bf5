namespace EventSourcingBench.Stores.Faulty.Lying;

/// <summary>A DCB store over an honest one, with the behaviour of a lie.</summary>
internal sealed class LyingDcb(IDcbEventStore inner, Behaviour lie) : IDcbEventStore
{
    public async ValueTask<DcbReadResult> ReadAsync(
        DcbQuery query, long after = 0, int limit = int.MaxValue, CancellationToken cancellationToken = default)
    {
        var read = await inner.ReadAsync(query, after, lie.DcbShow is null ? limit : int.MaxValue, cancellationToken);
        if (lie.DcbShow is { } show)
            read = read with { Events = [.. read.Events.SelectMany(show).Take(limit)] };

        return lie.DcbRead?.Invoke(query, read) ?? read;
    }

    public IAsyncEnumerable<DcbRecordedEvent> SubscribeAsync(DcbQuery query, long after = 0, CancellationToken cancellationToken = default)
    {
        var events = inner.SubscribeAsync(query, after, cancellationToken);
        events = lie.DcbShow is { } show ? events.SelectMany(show) : events;
        return lie.DcbDeliver is { } deliver ? events.SelectMany(deliver) : events;
    }

    public ValueTask<DcbAppendResult> AppendAsync(
        IReadOnlyList<DcbEvent> events, DcbAppendCondition? condition, CancellationToken cancellationToken = default)
    {
        Appends.RequireDistinct(events);
        cancellationToken.ThrowIfCancellationRequested();
        return lie.DcbWrite?.Invoke(new DcbWrite(events, condition), cancellationToken)
            ?? inner.AppendAsync(events, condition, cancellationToken);
    }
}
