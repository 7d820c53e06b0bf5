namespace EventSourcingBench.Stores.Faulty;

/// <summary>Events elsewhere than acknowledged, and versions and positions that are none.</summary>
internal static class PlacementLies
{
    // Positions with room between them, so that one that falls is not one that repeats.
    private const long Room = 10;

    public static IReadOnlyList<Lie> All { get; } =
    [
        new("lie-stream", "Stores one append in 1,000 in the stream of the append before it",
            "An acknowledged event is in another stream than it was sent to") { Rate = 1_000, Make = Misplacing },
        new("lie-ack-version", "Acknowledges one append in 1,000 with a version that is one too high",
            "An event is not at the version that was acknowledged")
        {
            Rate = 1_000,
            Make = c => Writes.After(c, (_, all) => all.Map(a => a with { StreamVersion = a.StreamVersion + 1 })),
        },
        new("lie-ack-position", "Acknowledges one append in 1,000 with a position that is one too high",
            "An event is not at the position that was acknowledged")
        {
            Rate = 1_000,
            Make = c => Writes.After(c, (_, all) => all.Map(a => a with { Position = a.Position + 1 })),
        },
        new("lie-gap", "Leaves out a version of the stream before one append in 1,000",
            "A version that no event of the stream has") { Rate = 1_000, Make = SkippingVersions },
        new("lie-position-repeats", "Gives one event in 500 the position of the event before it",
            "Two events with the same global position") { Rate = 500, Make = c => Positions(c, p => p % c.Rate == 0 ? p - 1 : p) },
        new("lie-position-falls", "Gives one event in 500 a position half as high as it should be",
            "A position lower than that of an earlier event of the same stream")
        {
            Rate = 500,
            Make = c => Positions(c, p => p % c.Rate == 0 ? (p / 2 * Room) + 1 : p * Room),
        },
        new("lie-batch-order", "Exchanges the last two events of one stream in each append",
            "Two events of one append are in the wrong order") { Make = c => Writes.Doing(w => c.Log.Append(ExchangeLast(w))) },
    ];

    /// <summary>Another position for each event, in acknowledgements too.</summary>
    public static Behaviour Positions(LieContext context, Func<long, long> change) =>
        Writes.Doing(w => context.Log.Append(w).Map(a => a with { Position = change(a.Position!.Value) })) with
        {
            Show = e => e.With(position: change(e.Position!.Value)),
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
            {
                return first;
            }

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
            {
                return context.Log.Append(write);
            }

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
}
