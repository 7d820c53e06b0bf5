namespace EventSourcingBench.Stores.Faulty;

/// <summary>Stores with a file that change when they are closed or killed and opened again; until then they are honest.</summary>
internal static class RecoveryLies
{
    private const LieParts InFile = LieParts.Bulk | LieParts.Persistent;
    private const int Last = 10;
    private const int Often = 10;

    public static IReadOnlyList<Lie> All { get; } =
    [
        Reopened("lie-reopen-lost", e => e.SkipLast(Last)),
        Reopened("lie-reopen-twice", e => e.Concat(e.TakeLast(1))),
        Reopened("lie-reopen-data", e => e.Select((x, i) => i % Often == Often - 1 && x.Event.Type == e[i - 1].Event.Type
                ? x with { Event = x.Event with { Data = e[i - 1].Event.Data } }
                : x)),
        Reopened("lie-reopen-versions", e => e.GroupBy(x => x.Stream).SelectMany(s => s.Take(2).Reverse().Concat(s.Skip(2)))),
        Reopened("lie-reopen-order", e => e.GroupBy(x => x.Stream).OrderBy(s => s.Key, StringComparer.Ordinal).SelectMany(s => s)),
        new("lie-reopen-position", 0, c => new Behaviour { Show = e => c.Log.WasReplayed ? e with { Position = e.Position + 1_000 } : e })
        {
            Parts = InFile,
        },
        new("lie-reopen-checkpoint", 0, SkippingBehindOld) { Parts = InFile },
        new("lie-reopen-retry", 0, c => Writes.Doing(w => c.Log.Append(w, knowsRetries: !c.Log.WasReplayed))) { Parts = InFile },
        new("lie-reopen-row", 0, c => new Behaviour { Restart = c.Log.WasReplayed ? ProjectionLies.SaveLastAgainAsync : null })
        {
            Parts = InFile,
        },
        new("lie-killed") { Parts = InFile, Tier = DurabilityTier.Fsync, Late = TimeSpan.FromSeconds(5) },
        new("lie-killed-all") { Parts = InFile, Tier = DurabilityTier.Fsync, Late = TimeSpan.FromDays(1) },
        new("lie-tier") { Parts = InFile, Tier = DurabilityTier.Fsync },
    ];

    // After a checkpoint that was given before it was opened, three events are skipped.
    private static Behaviour SkippingBehindOld(LieContext context)
    {
        var given = new ConcurrentDictionary<Checkpoint, bool>();
        return new Behaviour
        {
            ProjectionsAreRight = true,
            Deliver = (after, batches) =>
            {
                var skipped = after.IsStart || given.ContainsKey(after) ? 0 : 3;
                return SubscriptionLies.Only(batches, n => n >= skipped).Select(batch =>
                {
                    given.TryAdd(batch.Checkpoint, true);
                    return batch;
                });
            },
        };
    }

    private static Lie Reopened(string name, Func<IReadOnlyList<StoredEvent>, IEnumerable<StoredEvent>> replay) =>
        new(name) { Parts = InFile, Replay = replay };
}
