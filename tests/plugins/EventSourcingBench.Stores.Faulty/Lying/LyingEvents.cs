namespace EventSourcingBench.Stores.Faulty.Lying;

/// <summary>Streams, appends to several and bulk appends over an honest log, with the behaviour of a lie.</summary>
internal sealed class LyingEvents(HonestLog log, Behaviour lie) : IEventStore, IMultiStreamWriter, IBulkWriter
{
    public async ValueTask<AppendResult> AppendAsync(
        StreamId stream, ExpectedVersion expected, IReadOnlyList<EventData> events, CancellationToken cancellationToken = default) =>
        Appends.OfOne(await AppendAsync(WriteKind.Single, [new StreamAppend(stream, expected, events)], cancellationToken));

    public ValueTask<MultiStreamResult> AppendAsync(IReadOnlyList<StreamAppend> appends, CancellationToken cancellationToken = default) =>
        AppendAsync(WriteKind.MultiStream, appends, cancellationToken);

    public async ValueTask AppendAsync(IReadOnlyList<BulkEvent> events, CancellationToken cancellationToken = default)
    {
        Appends.RequireDistinct(events);
        StreamAppend[] parts = [.. events.Select(e => new StreamAppend(e.Stream, ExpectedVersion.Any, [e.Event]))];
        await AppendAsync(WriteKind.Bulk, parts, cancellationToken);
    }

    public IAsyncEnumerable<RecordedEvent> ReadStreamAsync(
        StreamId stream, long fromVersion = 1, long maxCount = long.MaxValue, CancellationToken cancellationToken = default)
    {
        if (lie is { Show: null, Read: null, IgnoresLimit: false })
            return log.Reader.ReadStreamAsync(stream, fromVersion, maxCount, cancellationToken);

        var shown = log.Reader.ReadStreamAsync(stream, fromVersion, cancellationToken: cancellationToken);
        if (lie.Show is { } show)
            shown = shown.Select(show).OfType<RecordedEvent>();

        var read = new StreamRead(stream, fromVersion, maxCount);
        return (lie.Read?.Invoke(read, shown) ?? shown).Take(lie.IgnoresLimit ? int.MaxValue : (int)Math.Min(maxCount, int.MaxValue));
    }

    private ValueTask<MultiStreamResult> AppendAsync(WriteKind kind, IReadOnlyList<StreamAppend> parts, CancellationToken cancellationToken)
    {
        if (kind != WriteKind.Bulk)
            Appends.RequireStreams(parts);

        cancellationToken.ThrowIfCancellationRequested();
        var write = new Write(kind, parts);
        return lie.Write?.Invoke(write, cancellationToken) ?? ValueTask.FromResult(log.Append(write));
    }
}

/// <summary>A subscription over an honest one, with the behaviour of a lie.</summary>
internal sealed class LyingSubscription(ICatchUpSubscription inner, Behaviour lie, StreamSelection? only = null) : ICatchUpSubscription
{
    public ICatchUpSubscription? Only(StreamSelection streams) => lie.Selects is null ? null : new LyingSubscription(inner, lie, streams);

    public IAsyncEnumerable<EventBatch> SubscribeAsync(Checkpoint after, CancellationToken cancellationToken = default)
    {
        var batches = inner.SubscribeAsync(after, cancellationToken);
        if (lie.Show is { } show)
            batches = batches.Select(batch => batch with { Events = [.. batch.Events.Select(show).OfType<RecordedEvent>()] });

        if (only is not null)
        {
            batches = batches.Select(b => b with { Events = [.. b.Events.Where(e => only.Has(e.Stream) && lie.Selects!(e))] });
            batches = lie.DeliverSome?.Invoke(batches) ?? batches;
        }

        return (lie.Deliver?.Invoke(after, batches) ?? batches).Where(batch => batch.CaughtUp || batch.Events.Count > 0);
    }
}
