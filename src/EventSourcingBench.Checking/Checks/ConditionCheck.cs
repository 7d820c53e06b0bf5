namespace EventSourcingBench.Checking.Checks;

/// <summary>Decisions in a store without streams: the head on which one was made is below the position of its event, and between the two
/// there is no event of one of its two keys. Those of one key alone are conditions of another kind, which the rules judge.</summary>
internal static class ConditionCheck
{
    public static void Judge(StoredEvents stored, Findings findings)
    {
        var history = stored.History;
        if (stored.Sent.HasStreams || !history.HasExpectedVersions)
            return;

        var positions = stored.Appends
            .SelectMany(o => StoredEvents.KeysOf(o).Select(key => (Key: key, Position: stored.VersionOf(history.EventOf(o.Number)))))
            .Where(p => p.Position > 0).GroupBy(p => p.Key, p => p.Position).ToDictionary(g => g.Key, g => g.Order().ToList());
        foreach (var operation in stored.Appends.Where(o => o is { Outcome: Outcome.Success, Version: > 0 }))
        {
            var position = stored.VersionOf(history.EventOf(operation.Number));
            var other = position == 0 || operation.SecondKey == Operation.NoKey ? null
                : StoredEvents.KeysOf(operation).Select(k => FirstIn(positions[k], operation.Version, position)).FirstOrDefault(p => p > 0);
            var why = position > 0 && position < operation.Version ? $", which is not below its own position {position}"
                : other is not null ? $" and is at {position}, in spite of an event of the same query at {other}"
                : null;
            if (why is not null)
            {
                findings.Add(
                    FindingKind.ConditionViolated,
                    $"operation {operation.Number} on {history.Keys[operation.Key]} was decided on the head {operation.Version - 1}{why}");
            }
        }
    }

    // The first position from one on that is below another.
    private static long? FirstIn(List<long> sorted, long from, long below)
    {
        var index = sorted.CountUpTo(from - 1);
        return index < sorted.Count && sorted[index] < below ? sorted[index] : null;
    }
}
