namespace EventSourcingBench.Stores.Faulty;

/// <summary>Events that are missing, there twice, or there without a right to be.</summary>
internal static class PresenceLies
{
    private const int Rare = 10_000;
    private const int Crowd = 8;
    private const int FirstEvents = 10;
    private const int FirstAppends = 300;

    public static IReadOnlyList<Lie> All { get; } =
    [
        new("lie-lost", "Acknowledges each append and loses the first event of one in 10,000",
            "An acknowledged event that no reader sees; its version is a gap")
        {
            // Without bulk appends: what a suite says that needs them.
            Parts = LieParts.Streams,
            Rate = Rare,
            Make = Writes.LosingFirst,
        },
        new("lie-lost-crowd", "Loses the first event of one in 100 appends that finish while 8 or more are under way",
            "Acknowledged events that no reader sees, only of loads with 8 or more clients") { Rate = 100, Make = LosingInACrowd },
        new("lie-lost-half", "Loses the second half of each append of several events",
            "Of an acknowledged batch no reader sees the second half")
        {
            Make = c => Writes.Losing(c, w => w.Events is { Count: > 1 } events ? events.Skip((events.Count + 1) / 2) : []),
        },
        new("lie-lost-first", "Loses the first 10 events of each stream once the store has had 300 appends",
            "Events that readers saw are gone; streams begin above version 1") { Make = LosingTheFirst },
        new("lie-lost-bulk", "Loses one event in 1,000 of bulk appends",
            "An event of an acknowledged bulk append that no reader sees")
        {
            Rate = 1_000,
            Make = c => Writes.Losing(c, w => w.Kind == WriteKind.Bulk ? [.. w.Events.Where(_ => c.IsDue())] : []),
        },
        new("lie-duplicate", "Stores one append in 1,000 twice",
            "The same event id at two versions of its stream")
        {
            Rate = 1_000,
            Make = c => Writes.After(c, (w, appended) =>
            {
                c.Log.Add(w.Parts);
                return appended;
            }),
        },
        new("lie-retry", "Claims idempotent appends and appends a retry again",
            "The same event id twice after a retry") { Make = c => Writes.Doing(w => c.Log.Append(w, knowsRetries: false)) },
        new("lie-unavailable", "Answers one append in 1,000 with StoreUnavailable and stores it",
            "An event is there though the store answered that nothing was appended")
        {
            Rate = 1_000,
            Make = c => Writes.After(c, (_, _) => throw new StoreUnavailableException("This test store answers so on purpose. Try again.")),
        },
        new("lie-conflict-stored", "Answers one append in 1,000 with a version conflict and stores it",
            "An event is there though the store answered with a version conflict")
        {
            Rate = 1_000,
            Make = c => Writes.After(c, (w, appended) => w.Kind == WriteKind.Bulk ? appended : w.Refuse(appended.Streams[0].StreamVersion)),
        },
        new("lie-phantom", "Stores an event that was never sent behind one append in 1,000",
            "An event with an id that no client sent")
        {
            Rate = 1_000,
            Make = c => Writes.After(c, (w, appended) =>
            {
                var last = w.Parts[^1];
                c.Log.Add([last with { Events = [last.Events[^1] with { Id = last.Events[^1].Id.Forged() }] }]);
                return appended;
            }),
        },
    ];

    private static Behaviour LosingInACrowd(LieContext context)
    {
        var hidden = new HiddenEvents();
        return Writes.TakingTime(
            context, w => hidden.Append(context.Log, w, context.UnderWay >= Crowd && context.IsDue() ? w.Events.Take(1) : [])) with
        {
            Show = hidden.Show,
        };
    }

    private static Behaviour LosingTheFirst(LieContext context)
    {
        var appends = 0;
        return Writes.Doing(write =>
        {
            Interlocked.Increment(ref appends);
            return context.Log.Append(write);
        }) with
        {
            Show = recorded => recorded.Version <= FirstEvents && Volatile.Read(ref appends) > FirstAppends ? null : recorded,
        };
    }
}
