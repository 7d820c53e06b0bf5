using EventSourcingBench.Abstractions;
using EventSourcingBench.Stores.Faulty.Honest;
using EventSourcingBench.Stores.Faulty.Lying;

namespace EventSourcingBench.Stores.Faulty;

/// <summary>Events that are missing, there twice, or there without a right to be.</summary>
internal static class PresenceLies
{
    private const int Rare = 10_000;
    private const int Crowd = 8;
    private const int FirstEvents = 10;
    private const int FirstAppends = 1_000;

    public static IReadOnlyList<Lie> All { get; } =
    [
        new()
        {
            Name = "lie-lost",
            Summary = "Acknowledges each append and loses the first event of one in 10,000",
            Shows = "An acknowledged event that no reader sees; its version is a gap",
            Rate = Rare,
            Make = Writes.LosingFirst,
        },
        new()
        {
            Name = "lie-lost-crowd",
            Summary = "Loses the first event of one in 100 appends that finish while 8 or more are under way",
            Shows = "Acknowledged events that no reader sees, only of loads with 8 or more clients",
            Rate = 100,
            Make = LosingInACrowd,
        },
        new()
        {
            Name = "lie-lost-half",
            Summary = "Loses the second half of each append of several events",
            Shows = "Of an acknowledged batch no reader sees the second half",
            Make = c => Writes.Losing(c, w => w.Events is { Count: > 1 } events ? events.Skip((events.Count + 1) / 2) : []),
        },
        new()
        {
            Name = "lie-lost-first",
            Summary = "Loses the first 10 events of each stream once the store has had 1,000 appends",
            Shows = "Events that readers saw are gone; streams begin above version 1",
            Make = LosingTheFirst,
        },
        new()
        {
            Name = "lie-lost-bulk",
            Summary = "Loses one event in 1,000 of bulk appends",
            Shows = "An event of an acknowledged bulk append that no reader sees",
            Rate = 1_000,
            Make = c => Writes.Losing(c, w => w.Kind == WriteKind.Bulk ? [.. w.Events.Where(_ => c.IsDue())] : []),
        },
        new()
        {
            Name = "lie-duplicate",
            Summary = "Stores one append in 1,000 twice",
            Shows = "The same event id at two versions of its stream",
            Rate = 1_000,
            Make = c => Writes.After(c, (w, appended) =>
            {
                c.Log.Add(w.Parts);
                return appended;
            }),
        },
        new()
        {
            Name = "lie-retry",
            Summary = "Claims idempotent appends and appends a retry again",
            Shows = "The same event id twice after a retry",
            Make = c => Writes.Doing(w => c.Log.Append(w, knowsRetries: false)),
        },
        new()
        {
            Name = "lie-unavailable",
            Summary = "Answers one append in 1,000 with StoreUnavailable and stores it",
            Shows = "An event is there though the store answered that nothing was appended",
            Rate = 1_000,
            Make = c => Writes.After(c, (_, _) => throw new StoreUnavailableException("This test store answers so on purpose. Try again.")),
        },
        new()
        {
            Name = "lie-conflict-stored",
            Summary = "Answers one append in 1,000 with a version conflict and stores it",
            Shows = "An event is there though the store answered with a version conflict",
            Rate = 1_000,
            Make = c => Writes.After(c, (w, appended) => w.Kind == WriteKind.Bulk ? appended : w.Refuse(appended.Streams[0].StreamVersion)),
        },
        new()
        {
            Name = "lie-phantom",
            Summary = "Stores an event that was never sent behind one append in 1,000",
            Shows = "An event with an id that no client sent",
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
