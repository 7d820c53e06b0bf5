namespace EventSourcingBench.Stores.Faulty;

/// <summary>Events elsewhere, earlier or later than acknowledged, and versions and positions that are none.</summary>
internal static class PlacementLies
{
    // Positions with room between them, so that one that falls is not one that repeats.
    private const long Room = 10;
    private static readonly TimeSpan Late = TimeSpan.FromMilliseconds(50);

    public static IReadOnlyList<Lie> All { get; } =
    [
        new("lie-stream", 1_000, Misplacing),
        new("lie-ack-version", 1_000, c => Writes.After(c, (_, all) => all.Map(a => a with { StreamVersion = a.StreamVersion + 1 }))),
        new("lie-ack-position", 1_000, c => Writes.After(c, (_, all) => all.Map(a => a with { Position = a.Position + 1 }))),
        new("lie-gap", 1_000, SkippingVersions),
        new("lie-position-repeats", 500, c => Positions(c, p => p % c.Rate == 0 ? p - 1 : p)),
        new("lie-position-falls", 500, c => Positions(c, p => p % c.Rate == 0 ? (p / 2 * Room) + 1 : p * Room)),
        new("lie-position-shared", 500, c => Positions(c, p => p > 2 && p % c.Rate == 0 ? p - 2 : p)),
        new("lie-batch-order", 0, c => Writes.Doing(w => c.Log.Append(ExchangeLast(w)))),
        new("lie-order-stream", 50, FillingHoles),
        new("lie-order-global", 500, c => Positions(c, p => Exchanged(p, c.Rate))),
        new("lie-visible-late", 0, c => new Behaviour
        {
            Read = (_, events) => events.TakeWhile(e => e.RecordedAt + Late <= c.Time.GetUtcNow()),
            Deliver = (_, batches) => batches.Select(async (EventBatch batch, CancellationToken cancellationToken) =>
            {
                var wait = batch.Events.Count == 0 ? TimeSpan.Zero : batch.Events[^1].RecordedAt + Late - c.Time.GetUtcNow();
                if (wait > TimeSpan.Zero)
                    await Task.Delay(wait, c.Time, cancellationToken);

                return batch;
            }),
        }),
    ];

    // Another position for each event, in acknowledgements too.
    private static Behaviour Positions(LieContext context, Func<long, long> change) =>
        Writes.Doing(w => context.Log.Append(w).Map(a => a with { Position = change(a.Position!.Value) })) with
        {
            Show = e => e with { Position = change(e.Position!.Value) },
        };

    private static Behaviour Misplacing(LieContext context)
    {
        var misplaced = new ConcurrentDictionary<Guid, MultiStreamResult>();
        StreamAppend? before = null;
        return Writes.Doing(write =>
        {
            var right = write.Parts[0];
            var wrong = Interlocked.Exchange(ref before, right);
            if (misplaced.TryGetValue(right.Events[0].Id, out var first))
                return first;

            var version = context.Log.VersionOf(right.Stream);
            var isDue = write.Kind == WriteKind.Single && wrong is not null && wrong.Stream != right.Stream
                && right.Expected.Allows(version) && !context.Log.Knows(right.Events[0].Id) && context.IsDue();
            return isDue
                ? misplaced[right.Events[0].Id] = context.Log.Append(write.Unconditional().With(p => p with { Stream = wrong!.Stream }))
                    .Map(a => a with { StreamVersion = version + right.Events.Count })
                : context.Log.Append(write);
        });
    }

    private static Behaviour SkippingVersions(LieContext context)
    {
        var hidden = new HiddenEvents();
        return Writes.Doing(write =>
        {
            var part = write.Parts[0];
            if (write.Kind != WriteKind.Single || context.Log.Knows(part.Events[0].Id) || !context.IsDue())
                return context.Log.Append(write);

            var filler = part.Events[0] with { Id = part.Events[0].Id.Forged() };
            hidden.Hide(filler.Id);
            return context.Log.Append(write with { Parts = [part with { Events = [filler, .. part.Events] }] });
        }) with
        {
            Show = hidden.Show,
        };
    }

    private static Write ExchangeLast(Write write)
    {
        var events = write.Events;
        for (var last = events.Count - 1; last > 0; last--)
        {
            var before = events.FindLastIndex(last - 1, e => e.Stream == events[last].Stream);
            if (before >= 0)
            {
                (events[before], events[last]) = (events[last], events[before]);
                break;
            }
        }

        var next = new Queue<EventData>(events.Select(e => e.Event));
        return write.With(p => p with { Events = [.. p.Events.Select(_ => next.Dequeue())] });
    }

    // Its own inverse: multiples of the rate change places with their successors.
    private static long Exchanged(long number, int rate) =>
        number % rate == 0 ? number + 1 : number % rate == 1 && number > 1 ? number - 1 : number;

    private static Behaviour FillingHoles(LieContext context)
    {
        var (log, rate) = (context.Log, context.Rate);
        return Writes.Doing(write => log.Append(write.With(p => p with { Expected = Real(p) })) switch
        {
            NoneAppended none => Refused(write, none),
            var result => result.Map(a => a with { StreamVersion = Exchanged(a.StreamVersion, rate) }),
        }) with
        {
            Show = Show,
            Read = (read, _) => log.Reader.ReadStreamAsync(read.Stream, Math.Max(1, read.FromVersion - 1))
                .Select(Show).Where(e => e.Version >= read.FromVersion).OrderBy(e => e.Version),
        };

        RecordedEvent Show(RecordedEvent recorded) => recorded with { Version = Exchanged(recorded.Version, rate) };

        // While a hole is open the stream seems to be one version longer than it is.
        long Seeming(long version) => version > 0 && version % rate == 0 ? version + 1 : version;

        ExpectedVersion Real(StreamAppend part) =>
            log.VersionOf(part.Stream) is var version && !part.Expected.IsAny && part.Expected.Value == Seeming(version)
                ? ExpectedVersion.After(version)
                : part.Expected;

        NoneAppended Refused(Write write, NoneAppended none) => none with
        {
            Conflict = new WrongExpectedVersion(
                write.Parts.First(p => p.Stream == none.Stream).Expected, Seeming(none.Conflict.ActualVersion)),
        };
    }
}
