namespace EventSourcingBench.Stores.Faulty;

/// <summary>Stores with a file that change when they are closed or killed and opened again; until then they are honest.</summary>
internal static class RecoveryLies
{
    private const int Last = 10;
    private const int Often = 10;

    public static IReadOnlyList<Lie> All { get; } =
    [
        Reopened("lie-reopen-lost", "Loses the last 10 events when it is opened again",
            "Acknowledged events are gone after reopening", e => e.SkipLast(Last)),
        Reopened("lie-reopen-twice", "Stores the last event once more when it is opened again",
            "An event is there twice after reopening", e => e.Concat(e.TakeLast(1))),
        Reopened("lie-reopen-data", "Gives one event in 10 the data of the one before it when it is opened again",
            "Events have other data after reopening",
            e => e.Select((x, i) => i % Often == Often - 1 && x.Event.Type == e[i - 1].Event.Type
                ? x with { Event = x.Event with { Data = e[i - 1].Event.Data } }
                : x)),
        Reopened("lie-reopen-versions", "Exchanges the versions of the first two events of each stream when it is opened again",
            "Events have other versions after reopening",
            e => e.GroupBy(x => x.Stream).SelectMany(s => s.Take(2).Reverse().Concat(s.Skip(2)))),
        Reopened("lie-reopen-order", "Sorts the events by stream when it is opened again",
            "The subscription's order and the positions are others after reopening",
            e => e.GroupBy(x => x.Stream).OrderBy(s => s.Key, StringComparer.Ordinal).SelectMany(s => s)),
        new("lie-reopen-row", "Doubles the last row of a read model when it is opened again",
            "A row is there twice after reopening")
        {
            Parts = LieParts.Bulk | LieParts.Persistent,
            Make = c => new Behaviour { Restart = c.Log.WasReplayed ? ProjectionLies.SaveLastAgainAsync : null },
        },
        new("lie-killed", "Claims fsync and keeps what it acknowledged in its own memory for 100 ms",
            "Acknowledged events are gone after a SIGKILL; after an orderly close all are there")
        {
            Parts = LieParts.Bulk | LieParts.Persistent,
            Tier = DurabilityTier.Fsync,
            Late = TimeSpan.FromMilliseconds(100),
        },
        new("lie-killed-all", "Claims fsync and writes its file when it is closed",
            "Nothing is there after a SIGKILL; after an orderly close all is")
        {
            Parts = LieParts.Bulk | LieParts.Persistent,
            Tier = DurabilityTier.Fsync,
            Late = TimeSpan.FromDays(1),
        },
        new("lie-tier", "Claims fsync and forces nothing to disk",
            "Appends faster than the disk can force a write; fewer forced writes than commits")
        {
            Parts = LieParts.Bulk | LieParts.Persistent,
            Tier = DurabilityTier.Fsync,
        },
    ];

    private static Lie Reopened(
        string name, string summary, string shows, Func<IReadOnlyList<StoredEvent>, IEnumerable<StoredEvent>> replay) =>
        new(name, summary, shows) { Parts = LieParts.Bulk | LieParts.Persistent, Replay = replay };
}
