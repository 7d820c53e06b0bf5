namespace EventSourcingBench.Checking.Checks;

/// <summary>Each version conflict must have a cause: another append to the same stream or entity that took effect within the time of the
/// operation, and for several conflicts as many; a version that it reports is one that the stream had within that time. An append that
/// expects no version has none.</summary>
internal static class ConflictCheck
{
    /// <param name="reads">A read that need not show the latest append may show one state again and again, and one from before.</param>
    public static void Judge(StoredEvents stored, ConflictPromise promise, ReadConsistency reads, Findings findings)
    {
        if (promise == ConflictPromise.None || !stored.History.HasOneClock)
            return;

        var conflicted = stored.History.Where((in o) => o is { Kind: OperationKind.Append, Conflicts: > 0 }).ToList();
        var preloaded = conflicted.Count == 0 || stored.History.Bulk is not { } bulk ? []
            : stored.Present().TakeWhile(n => n < bulk.Count).CountBy(bulk.Content.StreamOf).ToDictionary();
        var effects = promise == ConflictPromise.Never ? [] : EffectsOn(conflicted.SelectMany(StoredEvents.KeysOf).ToHashSet(), stored);
        foreach (var operation in conflicted)
        {
            if (promise == ConflictPromise.Never)
            {
                Add(operation, " expected no version");
                continue;
            }

            // Its own event stands on each of its keys.
            var own = IsThere(operation, stored) ? 1 : 0;
            var on = $" on {stored.History.Keys[operation.Key]}";
            var counts = StoredEvents.KeysOf(operation).Select(key => CountAround(effects[key], operation)).ToList();
            var isLinearizable = reads == ReadConsistency.Linearizable;
            var before = isLinearizable ? 0 : preloaded.GetValueOrDefault(operation.Key);
            var causes = before + counts.Sum(count => count.Most - (isLinearizable ? count.Least : 0) - own);
            if (causes < (isLinearizable ? operation.Conflicts : 1))
            {
                var when = isLinearizable ? "in its time" : "before its end";
                Add(operation, $"{on} met {operation.Conflicts}, and {causes} other appends there took effect {when}");
            }

            var (least, most) = counts[0];
            var reported = operation.Version - preloaded.GetValueOrDefault(operation.Key);
            if (operation is { Outcome: Outcome.Conflict, Version: > 0 } && (reported < least || reported > most))
            {
                Add(operation, $"{on} was answered version {operation.Version}, {reported - least} above the lowest and "
                    + $"{reported - most} above the highest of its time");
            }
        }

        void Add(in Operation operation, string what) =>
            findings.Add(FindingKind.FalseConflict, $"operation {operation.Number}{what}");
    }

    private static bool IsThere(in Operation operation, StoredEvents stored) => stored.IsThere(stored.History.EventOf(operation.Number));

    // By key: when the appends that are there began, and when they had taken effect at the latest; both sorted.
    private static Dictionary<int, (List<long> Starts, List<long> Ends)> EffectsOn(HashSet<int> keys, StoredEvents stored)
    {
        var there = stored.Appends.Where(o => IsThere(o, stored))
            .SelectMany(o => StoredEvents.KeysOf(o).Where(keys.Contains).Select(key => (Key: key, o.Start, o.LatestEffect)))
            .ToLookup(e => e.Key, e => (e.Start, e.LatestEffect));
        return keys.ToDictionary(
            key => key, key => (there[key].Select(o => o.Start).Order().ToList(), there[key].Select(o => o.LatestEffect).Order().ToList()));
    }

    // Those that had ended before its start, and those that began before its end.
    private static (int Least, int Most) CountAround((List<long> Starts, List<long> Ends) effects, in Operation operation) =>
        (effects.Ends.CountUpTo(operation.Start - 1), effects.Starts.CountUpTo(operation.LatestEffect - 1));
}

/// <summary>When an append of a step may meet a version conflict.</summary>
internal enum ConflictPromise
{
    Never = 0, // Appends expect no version.
    WithCause = 1, // A version is read and expected within the operation: when another append took effect in its time.
    None = 2, // A state from before the operation is expected (a cache among several nodes): conflicts are not judged.
}
