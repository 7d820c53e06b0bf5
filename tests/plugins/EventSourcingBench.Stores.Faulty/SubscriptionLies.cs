namespace EventSourcingBench.Stores.Faulty;

/// <summary>Subscriptions that skip, repeat, exchange, invent or hold back. Streams and read models are right.</summary>
internal static class SubscriptionLies
{
    public static IReadOnlyList<Lie> All { get; } =
    [
        new("lie-sub-skip", 1_000, c => Each(e => IsDue(c, e) ? [] : [e])),
        new("lie-sub-overlap", 10, SkippingOverlaps),
        new("lie-sub-repeat", 1_000, c => Each(e => IsDue(c, e) ? [e, e] : [e])),
        new("lie-sub-order", 100, c => Honest(batches => Exchanging(c, batches, NextOfStream))),
        new("lie-sub-live-order", 100, c => Resumed(batches => Exchanging(c, batches, NextOfAnother))),
        new("lie-sub-live-versions", 100, c => Resumed(batches => Exchanging(c, batches, NextOfStream, withVersions: true))),
        new("lie-sub-checkpoint", 0, _ => Resumed(batches => Only(batches, n => n > 0))),
        new("lie-sub-phantom", 1_000, c => Each(e => IsDue(c, e) ? [e, e with { Id = e.Id.Forged(), Version = e.Version + 1 }] : [e])),
        new("lie-sub-far", 1_000, c => Each(e => IsDue(c, e) ? [e, e with { Id = Far(e.Id), Version = e.Version + 1 }] : [e])),
        new("lie-sub-resume", 0, _ => Resumed(batches => Only(batches, n => n == 0))),
        new("lie-sub-category", 0, _ => new Behaviour
        {
            ProjectionsAreRight = true,
            Selects = _ => true,
            DeliverSome = batches => batches.Select(b => b with { Events = [.. b.Events.Order(Comparer<RecordedEvent>.Create(ByStream))] }),
        }),
        new("lie-sub-last", 0, _ => Honest(HoldLast)),
        new("lie-sub-filter", 100, c => new Behaviour { ProjectionsAreRight = true, Selects = e => !IsDue(c, e) }),
        new("lie-sub-data", 500, c => Honest(batches => batches.Select(b => b with
        {
            Events = [.. b.Events.Select((e, i) => i > 0 && IsDue(c, e) ? e with { Data = b.Events[i - 1].Data } : e)],
        }))),
        new("lie-sub-live-position", 100, c => Resumed(
            batches => Each(batches, e => [IsDue(c, e) ? e with { Position = e.Position + 1 } : e]))),
        new("lie-sub-bulk-live", 1_000, SkippingLiveBulk),
        new("lie-sub-name", 500, c => Resumed(batches => Each(batches, e => [IsDue(c, e) ? e with { Stream = ReadLies.Other } : e]))),
    ];

    private static Behaviour Each(Func<RecordedEvent, IEnumerable<RecordedEvent>> deliver) => Honest(batches => Each(batches, deliver));

    private static IAsyncEnumerable<EventBatch> Each(
        IAsyncEnumerable<EventBatch> batches, Func<RecordedEvent, IEnumerable<RecordedEvent>> deliver) =>
        batches.Select(b => b with { Events = [.. b.Events.SelectMany(deliver)] });

    /// <summary>Delivers the events whose number, from 0 on, fulfils the condition.</summary>
    public static IAsyncEnumerable<EventBatch> Only(IAsyncEnumerable<EventBatch> batches, Predicate<int> isDelivered)
    {
        var number = 0;
        return Each(batches, e => isDelivered(number++) ? [e] : []);
    }

    private static bool IsDue(LieContext context, RecordedEvent recorded) => recorded.Position % context.Rate == context.Rate / 2;

    private static Behaviour Honest(Func<IAsyncEnumerable<EventBatch>, IAsyncEnumerable<EventBatch>> deliver) =>
        new() { ProjectionsAreRight = true, Deliver = (_, batches) => deliver(batches) };

    // What begins at the start is right.
    private static Behaviour Resumed(Func<IAsyncEnumerable<EventBatch>, IAsyncEnumerable<EventBatch>> deliver) =>
        new() { ProjectionsAreRight = true, Deliver = (after, batches) => after.IsStart ? batches : deliver(batches) };

    // An id with the step's prefix and a number that is above those of the step.
    private static Guid Far(Guid id)
    {
        var bytes = id.ToByteArray(bigEndian: true);
        bytes[12] ^= 0x40;
        return new Guid(bytes, bigEndian: true);
    }

    // The order of a stream stays.
    private static int ByStream(RecordedEvent one, RecordedEvent other) => string.CompareOrdinal(one.Stream.Value, other.Stream.Value);

    private static Behaviour SkippingLiveBulk(LieContext context)
    {
        var bulk = new HiddenEvents();
        return Writes.Doing(write =>
        {
            if (write.Kind == WriteKind.Bulk)
                write.Events.ForEach(e => bulk.Hide(e.Event.Id));

            return context.Log.Append(write);
        }) with
        {
            ProjectionsAreRight = true,
            Deliver = (_, batches) =>
            {
                var since = context.Time.GetUtcNow();
                return Each(batches, e => e.RecordedAt > since && bulk.Has(e.Id) && IsDue(context, e) ? [] : [e]);
            },
        };
    }

    private static Behaviour SkippingOverlaps(LieContext context)
    {
        var skipped = new HiddenEvents();
        return Each(e => skipped.Has(e.Id) ? [] : [e]) with
        {
            Write = Writes.TakingTime(context, write =>
            {
                if (context.UnderWay > 1 && context.IsDue())
                    write.Events.ForEach(e => skipped.Hide(e.Event.Id));

                return context.Log.Append(write);
            }).Write,
        };
    }

    // Not the first event of a batch, which is what is asked for again after a checkpoint.
    private static IAsyncEnumerable<EventBatch> Exchanging(
        LieContext context, IAsyncEnumerable<EventBatch> batches, Func<RecordedEvent[], int, int> find, bool withVersions = false) =>
        batches.Select(batch =>
        {
            var events = batch.Events.ToArray();
            for (var i = 1; i < events.Length; i++)
            {
                if (IsDue(context, batch.Events[i]) && find(events, i) is > 0 and var next)
                {
                    var (one, other) = (events[i], events[next]);
                    events[i] = withVersions ? other with { Version = one.Version } : other;
                    events[next] = withVersions ? one with { Version = other.Version } : one;
                }
            }

            return batch with { Events = events };
        });

    private static int NextOfStream(RecordedEvent[] events, int of) =>
        Array.FindIndex(events, of + 1, e => e.Stream == events[of].Stream);

    private static int NextOfAnother(RecordedEvent[] events, int of) =>
        of + 1 < events.Length && events[of + 1].Stream != events[of].Stream ? of + 1 : -1;

    private static IAsyncEnumerable<EventBatch> HoldLast(IAsyncEnumerable<EventBatch> batches)
    {
        RecordedEvent? held = null;
        return batches.Select(batch =>
        {
            RecordedEvent[] events = held is null ? [.. batch.Events] : [held, .. batch.Events];
            if (events.Length == 0)
                return batch;

            held = events[^1];
            return new EventBatch(events[..^1], PositionCheckpoint.At(held.Position!.Value - 1), batch.CaughtUp);
        });
    }
}
