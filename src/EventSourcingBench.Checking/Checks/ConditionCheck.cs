namespace EventSourcingBench.Checking.Checks;

/// <summary>
/// Decisions in a store without streams: the head on which one was made is below the position of its event, and between the two there is
/// no event of one of its two keys. Those of one key alone are conditions of another kind, which the rules judge.
/// </summary>
internal static class ConditionCheck
{
    public static void Judge(StoredEvents stored, Findings findings)
    {
        var history = stored.History;
        if (stored.Sent.HasStreams || !history.HasExpectedVersions)
        {
            return;
        }

        var positions = PositionsByKey(stored);
        foreach (
            var operation in history.Operations.Where(o => o is { Kind: OperationKind.Append, Outcome: Outcome.Success, Version: > 0 }))
        {
            var position = stored.VersionOf(history.EventOf(operation.Number));
            if (position > 0 && position < operation.Version)
            {
                findings.Add(
                    FindingKind.ConditionViolated,
                    (operation, position),
                    o => $"conditions violated: operation {o.operation.Number} on {history.Keys[o.operation.Key]} was decided on the head "
                        + $"{o.operation.Version - 1}, which is not below its own position {o.position}");
            }
            else if (operation.SecondKey != Operation.NoKey && position > 0 && FindBetween(operation, position) is { } other)
            {
                findings.Add(
                    FindingKind.ConditionViolated,
                    (operation, position, other),
                    o => $"conditions violated: operation {o.operation.Number} on {history.Keys[o.operation.Key]} was decided on the head "
                        + $"{o.operation.Version - 1} and is at {o.position}, in spite of an event of the same query at {o.other}");
            }
        }

        long? FindBetween(in Operation operation, long position) =>
            FirstIn(positions[operation.Key], operation.Version, position) ?? FirstIn(positions[operation.SecondKey], operation.Version, position);
    }

    private static Dictionary<int, List<long>> PositionsByKey(StoredEvents stored)
    {
        var positions = new Dictionary<int, List<long>>();
        foreach (var operation in stored.History.Operations.Where(o => o.Kind == OperationKind.Append))
        {
            foreach (var key in new[] { operation.Key, operation.SecondKey }.Where(k => k != Operation.NoKey))
            {
                var known = positions.TryGetValue(key, out var list) ? list : positions[key] = [];
                if (stored.VersionOf(stored.History.EventOf(operation.Number)) is > 0 and var position)
                {
                    known.Add(position);
                }
            }
        }

        foreach (var list in positions.Values)
        {
            list.Sort();
        }

        return positions;
    }

    // The first position from one on that is below another.
    private static long? FirstIn(List<long> sorted, long from, long below)
    {
        var index = sorted.BinarySearch(from);
        index = index < 0 ? ~index : index;
        return index < sorted.Count && sorted[index] < below ? sorted[index] : null;
    }
}
