namespace EventSourcingBench.Stores.Faulty;

/// <summary>Broken promises of dynamic consistency boundaries.</summary>
internal static class DcbLies
{
    private const int Often = 200;

    // Positions behind the head that reads beside a load do not ask for.
    private const int Settled = 1_000;
    private static readonly TimeSpan Age = TimeSpan.FromMilliseconds(20);

    public static IReadOnlyList<Lie> All { get; } =
    [
        Dcb("lie-dcb-condition", 3, c => Writing((w, ct) => c.TakeTimeAsync(
                async () => await c.Dcb.AppendAsync(w.Events, w.Condition, ct) is var tried && !tried.IsAppended && c.IsDue()
                    ? await c.Dcb.AppendAsync(w.Events, condition: null, ct)
                    : tried,
                ct))),
        Dcb("lie-dcb-condition-always", 0, c => Writing((w, ct) => c.TakeTimeAsync(
            () => c.Dcb.AppendAsync(w.Events, condition: null, ct), ct))),
        Dcb("lie-dcb-refused", Often, c => Writing((w, ct) => w.Condition is not null && c.IsDue()
                ? ValueTask.FromResult(default(DcbAppendResult))
                : c.Dcb.AppendAsync(w.Events, w.Condition, ct))),
        Dcb("lie-dcb-lost", Often, c => Showing(e => IsDue(c, e) ? [] : [e])),
        Dcb("lie-dcb-duplicate", Often, c => Showing(e => IsDue(c, e) ? [e, e] : [e])),
        Dcb("lie-dcb-data", 0, _ => ShowingFirstData()),
        Dcb("lie-dcb-tags", Often, c => Showing(e => [IsDue(c, e) ? e with { Tags = [.. e.Tags.SkipLast(1)] } : e])),
        Dcb("lie-dcb-batch-order", 0, c => Writing((w, ct) => c.Dcb.AppendAsync(
                w.Events.Count < 2 ? w.Events : [.. w.Events.SkipLast(2), w.Events[^1], w.Events[^2]], w.Condition, ct))),
        Dcb("lie-dcb-ack-position", Often, c => Writing(async (w, ct) =>
            await c.Dcb.AppendAsync(w.Events, w.Condition, ct) is var result && result.IsAppended && c.IsDue()
                ? new DcbAppendResult(result.Position + 1)
                : result)),
        Dcb("lie-dcb-position-repeats", Often, c => Showing(e => [IsDue(c, e) ? e with { Position = e.Position - 1 } : e])),
        Dcb("lie-dcb-read-old", 0, c => ReadingOld(c, _ => true)),
        Dcb("lie-dcb-second-tag", 0, _ => new Behaviour
            {
                DcbRead = (query, read) => read with { Events = [.. read.Events.Where(e => IsFoundByFirstTag(query, e))] },
            }),
        Dcb("lie-dcb-second-tag-old", 0, c => ReadingOld(c, IsByOneTag, 5 * Age, (q, e) => !IsFoundByFirstTag(q, e))),
        Dcb("lie-dcb-query-data", 0, _ => new Behaviour
            {
                DcbRead = (q, read) => !IsByOneTag(q) ? read : read with
                {
                    Events = [.. read.Events.Select((e, i) => i > 0 && i % 2 == 0 && e.Position + Settled < read.Head
                        ? e with { Event = e.Event with { Data = read.Events[i - 1].Event.Data } } : e)],
                },
            }),
        Dcb("lie-dcb-query-old", 0, c => ReadingOld(c, IsByOneTag)),
        Dcb("lie-dcb-head", 0, _ => new Behaviour { DcbRead = (_, read) => read with { Head = read.Head + 1 } }),
        Dcb("lie-dcb-sub-skip", Often, c => new Behaviour { DcbDeliver = e => IsDue(c, e) ? [] : [e] }),
        Dcb("lie-dcb-sub-repeat", Often, c => new Behaviour { DcbDeliver = e => IsDue(c, e) ? [e, e] : [e] }),
    ];

    private static Lie Dcb(string name, int rate, Func<LieContext, Behaviour> make) => new(name, rate, make) { Parts = LieParts.Dcb };

    private static Behaviour Writing(Func<DcbWrite, CancellationToken, ValueTask<DcbAppendResult>> write) => new() { DcbWrite = write };

    private static Behaviour Showing(Func<DcbRecordedEvent, IEnumerable<DcbRecordedEvent>> show) => new() { DcbShow = show };

    private static Behaviour ShowingFirstData()
    {
        var first = new ConcurrentDictionary<string, ReadOnlyMemory<byte>>(StringComparer.Ordinal);
        return Showing(e => [e with { Event = e.Event with { Data = first.GetOrAdd(e.Event.Type, e.Event.Data) } }]);
    }

    private static bool IsDue(LieContext context, DcbRecordedEvent recorded) => recorded.Position % context.Rate == 0;

    private static bool IsFoundByFirstTag(DcbQuery query, DcbRecordedEvent found) =>
        query.Items.Count == 0 || query.Items.Any(
            i => (i.Types.Count == 0 || i.Types.Contains(found.Event.Type)) && i.Tags.All(t => found.Tags.Count > 0 && t == found.Tags[0]));

    private static bool IsByOneTag(DcbQuery query) => query.Items is [{ Types.Count: 0, Tags.Count: 1 }];

    // Events that are old where they come too late: all, or some.
    private static Behaviour ReadingOld(
        LieContext context, Predicate<DcbQuery> isOld, TimeSpan? age = null, Func<DcbQuery, DcbRecordedEvent, bool>? isLate = null)
    {
        var (gate, waiting, head) = (new Lock(), new Queue<(DateTimeOffset At, long Position)>(), 0L);
        return new Behaviour
        {
            DcbWrite = async (write, cancellationToken) =>
            {
                var result = await context.Dcb.AppendAsync(write.Events, write.Condition, cancellationToken);
                if (result.Position is { } position)
                {
                    lock (gate)
                        waiting.Enqueue((context.Time.GetUtcNow(), position));
                }

                return result;
            },
            DcbRead = (query, read) =>
            {
                if (!isOld(query))
                    return read;

                lock (gate)
                {
                    while (waiting.TryPeek(out var next) && next.At + (age ?? Age) <= context.Time.GetUtcNow())
                        head = Math.Max(head, waiting.Dequeue().Position);

                    return isLate is null ? new DcbReadResult([.. read.Events.Where(e => e.Position <= head)], Math.Min(read.Head, head))
                        : read with { Events = [.. read.Events.Where(e => e.Position <= head || !isLate(query, e))] };
                }
            },
        };
    }
}
