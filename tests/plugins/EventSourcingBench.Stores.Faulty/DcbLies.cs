namespace EventSourcingBench.Stores.Faulty;

/// <summary>Broken promises of dynamic consistency boundaries.</summary>
internal static class DcbLies
{
    private const int Often = 200;
    private static readonly TimeSpan Age = TimeSpan.FromMilliseconds(20);

    public static IReadOnlyList<Lie> All { get; } =
    [
        Dcb("lie-dcb-condition", "Accepts every third append whose condition fails",
            "An append was accepted though an event after its head matches its condition",
            3,
            c => Writing((w, ct) => c.TakeTimeAsync(
                async () => await c.Dcb.AppendAsync(w.Events, w.Condition, ct) is var tried && !tried.IsAppended && c.IsDue()
                    ? await c.Dcb.AppendAsync(w.Events, condition: null, ct)
                    : tried,
                ct))),
        Dcb("lie-dcb-condition-always", "Takes no notice of conditions",
            "No condition ever fails, though events after the heads match",
            0,
            c => Writing((w, ct) => c.TakeTimeAsync(() => c.Dcb.AppendAsync(w.Events, condition: null, ct), ct))),
        Dcb("lie-dcb-refused", "Refuses one in 200 conditional appends",
            "A condition failed though no event after its head matches",
            Often,
            c => Writing((w, ct) => w.Condition is not null && c.IsDue()
                ? ValueTask.FromResult(default(DcbAppendResult))
                : c.Dcb.AppendAsync(w.Events, w.Condition, ct))),
        Dcb("lie-dcb-lost", "Acknowledges each append and loses one event in 200",
            "An acknowledged event that no reader sees", Often, c => Showing(e => IsDue(c, e) ? [] : [e])),
        Dcb("lie-dcb-duplicate", "Gives one event in 200 twice",
            "An event is there twice, at the same position", Often, c => Showing(e => IsDue(c, e) ? [e, e] : [e])),
        Dcb("lie-dcb-data", "Gives each event the data of the first event of its type",
            "The data of nearly every event is that of another", 0, _ => ShowingFirstData()),
        Dcb("lie-dcb-tags", "Gives one event in 200 without its last tag",
            "An event has fewer tags than were sent",
            Often,
            c => Showing(e => [IsDue(c, e) ? e with { Tags = [.. e.Tags.SkipLast(1)] } : e])),
        Dcb("lie-dcb-batch-order", "Exchanges the last two events of each append",
            "Two events of one append are in the wrong order",
            0,
            c => Writing((w, ct) => c.Dcb.AppendAsync(
                w.Events.Count < 2 ? w.Events : [.. w.Events.SkipLast(2), w.Events[^1], w.Events[^2]], w.Condition, ct))),
        Dcb("lie-dcb-ack-position", "Acknowledges one append in 200 with a position that is one too high",
            "An event is not at the position that was acknowledged",
            Often,
            c => Writing(async (w, ct) => await c.Dcb.AppendAsync(w.Events, w.Condition, ct) is var result && result.IsAppended && c.IsDue()
                ? new DcbAppendResult(result.Position + 1)
                : result)),
        Dcb("lie-dcb-position-repeats", "Gives one event in 200 the position of the event before it",
            "Two events with the same position", Often, c => Showing(e => [IsDue(c, e) ? e with { Position = e.Position - 1 } : e])),
        Dcb("lie-dcb-read-old", "Reads what was there 20 ms ago",
            "A read misses what was acknowledged less than 20 ms before it began; its head is as old", 0, ReadingOld),
        Dcb("lie-dcb-second-tag", "Reads find events by their first tag only",
            "A read by another tag misses events that have it; a read of all events does not",
            0,
            _ => new Behaviour
            {
                DcbRead = (query, read) => read with { Events = [.. read.Events.Where(e => IsFoundByFirstTag(query, e))] },
            }),
        Dcb("lie-dcb-head", "Gives each read a head that is one too high",
            "An event appears at a head that was read before; an update is lost",
            0,
            _ => new Behaviour { DcbRead = (_, read) => read with { Head = read.Head + 1 } }),
        Dcb("lie-dcb-sub-skip", "Subscriptions skip one event in 200",
            "An event that reads find and that no subscription delivers",
            Often,
            c => new Behaviour { DcbDeliver = e => IsDue(c, e) ? [] : [e] }),
        Dcb("lie-dcb-sub-repeat", "Subscriptions deliver one event in 200 twice",
            "An event that is delivered twice", Often, c => new Behaviour { DcbDeliver = e => IsDue(c, e) ? [e, e] : [e] }),
    ];

    private static Lie Dcb(string name, string summary, string shows, int rate, Func<LieContext, Behaviour> make) =>
        new(name, summary, shows) { Parts = LieParts.Dcb, Rate = rate, Make = make };

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

    private static Behaviour ReadingOld(LieContext context)
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
                    {
                        waiting.Enqueue((context.Time.GetUtcNow(), position));
                    }
                }

                return result;
            },
            DcbRead = (_, read) =>
            {
                lock (gate)
                {
                    while (waiting.TryPeek(out var next) && next.At + Age <= context.Time.GetUtcNow())
                    {
                        head = Math.Max(head, waiting.Dequeue().Position);
                    }

                    return new DcbReadResult([.. read.Events.Where(e => e.Position <= head)], Math.Min(read.Head, head));
                }
            },
        };
    }
}
