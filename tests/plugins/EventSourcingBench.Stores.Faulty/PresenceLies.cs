namespace EventSourcingBench.Stores.Faulty;

/// <summary>Events that are missing, there twice, or there without a right to be.</summary>
internal static class PresenceLies
{
    private const int Crowd = 8;
    private const int FirstEvents = 10;
    private const int FirstAppends = 300;

    public static IReadOnlyList<Lie> All { get; } =
    [
        // Without bulk appends: what a suite says that needs them.
        new("lie-lost", 10_000, Writes.LosingFirst) { Parts = LieParts.Streams },
        new("lie-lost-crowd", 100, LosingInACrowd),
        new("lie-lost-half", 0, c => Writes.Losing(c, w => w.Events is { Count: > 1 } events ? events.Skip((events.Count + 1) / 2) : [])),
        new("lie-lost-first", 0, LosingTheFirst),
        new("lie-lost-bulk", 1_000, c => Writes.Losing(c, w => w.Kind == WriteKind.Bulk ? [.. w.Events.Where(_ => c.IsDue())] : [])),
        new("lie-duplicate", 1_000, c => Writes.After(c, (w, appended) =>
        {
            c.Log.Add(w.Parts);
            return appended;
        })),
        new("lie-retry", 0, c => Writes.Doing(w => c.Log.Append(w, knowsRetries: false))),
        new("lie-retry-version", 0, c => Writes.Doing(w => c.Log.Knows(w.Parts[0].Events[0].Id)
            ? c.Log.Append(w).Map(a => a with { StreamVersion = a.StreamVersion + 1 }) : c.Log.Append(w))),
        new("lie-retry-conflict", 0, c => Writes.Doing(w => w.Kind == WriteKind.Single && c.Log.Knows(w.Parts[0].Events[0].Id)
            ? w.Refuse(c.Log.VersionOf(w.Parts[0].Stream)) : c.Log.Append(w))),
        new("lie-unavailable", 1_000, c => Writes.After(
            c, (_, _) => throw new StoreUnavailableException("This test store answers so on purpose. Try again."))),
        new("lie-conflict-stored", 1_000, c => Writes.After(
            c, (w, appended) => w.Kind == WriteKind.Bulk ? appended : w.Refuse(appended.Streams[0].StreamVersion))),
        new("lie-phantom", 1_000, c => Writes.After(c, (w, appended) =>
        {
            var last = w.Parts[^1];
            c.Log.Add([last with { Events = [last.Events[^1] with { Id = last.Events[^1].Id.Forged() }] }]);
            return appended;
        })),
    ];

    private static Behaviour LosingInACrowd(LieContext context)
    {
        var hidden = new HiddenEvents();
        var lying = Writes.TakingTime(
            context, w => hidden.Append(context.Log, w, context.UnderWay >= Crowd && context.IsDue() ? w.Events.Take(1) : []));
        return lying with { Show = hidden.Show };
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
