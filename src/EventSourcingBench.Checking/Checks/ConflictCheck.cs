namespace EventSourcingBench.Checking.Checks;

/// <summary>
/// Each version conflict must have a cause: another append to the same stream or entity that took effect within the time of the
/// operation, and for several conflicts as many. An append that expects no version has none.
/// </summary>
internal static class ConflictCheck
{
    public static void Judge(StoredEvents stored, ConflictPromise promise, Findings findings)
    {
        var history = stored.History;
        if (promise == ConflictPromise.None || !history.HasOneClock)
        {
            return;
        }

        var conflicted = history.Operations.Where(o => o is { Kind: OperationKind.Append, Conflicts: > 0 }).ToList();
        if (promise == ConflictPromise.Never)
        {
            foreach (var operation in conflicted)
            {
                findings.Add(FindingKind.FalseConflict, operation, o => $"unexplained conflict: operation {o.Number} expected no version");
            }

            return;
        }

        var effects = EffectsOn(conflicted.SelectMany(KeysOf).ToHashSet(), stored);
        foreach (var operation in conflicted)
        {
            var causes = KeysOf(operation).Sum(key => CountWithin(effects[key], operation)) - OwnEffects(operation, stored);
            if (causes < operation.Conflicts)
            {
                findings.Add(
                    FindingKind.FalseConflict,
                    (operation, causes),
                    c => $"unexplained conflict: operation {c.operation.Number} on {history.Keys[c.operation.Key]} "
                        + $"met {c.operation.Conflicts}, "
                        + $"and {c.causes} other appends there took effect in its time");
            }
        }
    }

    private static IEnumerable<int> KeysOf(Operation operation)
    {
        yield return operation.Key;
        if (operation.SecondKey != Operation.NoKey)
        {
            yield return operation.SecondKey;
        }
    }

    // Its own event stands on each of its keys.
    private static int OwnEffects(in Operation operation, StoredEvents stored) =>
        stored.IsThere(stored.History.EventOf(operation.Number)) ? KeysOf(operation).Count() : 0;

    // By key: when the appends that are there began, and when they had taken effect at the latest; both sorted.
    private static Dictionary<int, (List<long> Starts, List<long> Ends)> EffectsOn(HashSet<int> keys, StoredEvents stored)
    {
        var effects = keys.ToDictionary(k => k, _ => (Starts: new List<long>(), Ends: new List<long>()));
        foreach (var operation in stored.History.Operations.Where(o => o.Kind == OperationKind.Append))
        {
            if (!stored.IsThere(stored.History.EventOf(operation.Number)))
            {
                continue;
            }

            foreach (var key in KeysOf(operation).Where(effects.ContainsKey))
            {
                effects[key].Starts.Add(operation.Start);
                effects[key].Ends.Add(operation.LatestEffect);
            }
        }

        foreach (var (starts, ends) in effects.Values)
        {
            starts.Sort();
            ends.Sort();
        }

        return effects;
    }

    // Those that began before its end, without those that had ended before its start.
    private static int CountWithin((List<long> Starts, List<long> Ends) effects, in Operation operation) =>
        CountBelow(effects.Starts, operation.LatestEffect) - CountBelow(effects.Ends, operation.Start);

    private static int CountBelow(List<long> sorted, long value)
    {
        var index = sorted.BinarySearch(value);
        if (index < 0)
        {
            return ~index;
        }

        while (index > 0 && sorted[index - 1] == value)
        {
            index--;
        }

        return index;
    }
}
