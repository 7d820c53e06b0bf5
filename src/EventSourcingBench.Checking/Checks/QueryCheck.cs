namespace EventSourcingBench.Checking.Checks;

/// <summary>Judges the queries by tag beside the load, in a store without streams: each shows, in the order of positions, every event of
/// its key that was acknowledged before it began, nothing of another key or that is never there, and not less than an earlier one.
/// </summary>
internal sealed class QueryCheck(StoredEvents stored, ReadConsistency consistency, Findings findings)
{
    private readonly StepHistory _history = stored.History;

    public void Judge()
    {
        var reads = _history.Lanes
            .SelectMany(lane => lane.Where((in o) => o is { Kind: OperationKind.Read, Outcome: Outcome.Success })
                .Select(o => (Lane: lane, Operation: o)))
            .ToLookup(r => r.Operation.Key);
        if (reads.Count == 0)
            return;

        var appends = stored.Appends.Where(o => o.Outcome == Outcome.Success)
            .SelectMany(StoredEvents.KeysOf, (append, key) => (Key: key, Append: append))
            .Where(a => reads.Contains(a.Key)).ToLookup(a => a.Key, a => a.Append);
        foreach (var ofKey in reads)
        {
            var earlier = new List<(long End, HashSet<long> Seen)>();
            foreach (var (lane, read) in ofKey.OrderBy(r => r.Operation.Start))
            {
                var seen = JudgeContent(lane, read);
                if (consistency != ReadConsistency.Eventual && _history.HasOneClock)
                    JudgeTime(read, seen, appends[ofKey.Key], earlier);

                earlier.Add((read.End, seen));
            }
        }
    }

    private HashSet<long> JudgeContent(HistoryLane lane, Operation read)
    {
        var (seen, last) = (new HashSet<long>(), 0L);
        for (var i = 0; i < read.Argument; i++)
        {
            var one = lane.Observed(read.Position + i);
            if (one.Number < 0 || !stored.IsThere(one.Number))
            {
                Add(FindingKind.DirtyRead, read, one.Number < 0 ? "an event that was never sent" : "an event that is not there afterwards");
                continue;
            }

            if (one.Fold != stored.FoldOf(stored.Sent[one.Number]))
                Add(FindingKind.ContentChanged, read, "an event with another content than was sent");
            else if (one.Version <= last || one.Version != stored.VersionOf(one.Number) || !IsOf(read.Key, one.Number))
                Add(FindingKind.Misplaced, read, $"position {one.Version} after {last}, or an event of another key");

            last = one.Version;
            seen.Add(one.Number);
        }

        return seen;
    }

    // Of what was there before the load the tags are not known here.
    private bool IsOf(int key, long number) =>
        !stored.Sent.TryGetOperation(number, out var operation, out _) || StoredEvents.KeysOf(operation).Contains(key);

    private void JudgeTime(
        Operation read, HashSet<long> seen, IEnumerable<Operation> appends, List<(long End, HashSet<long> Seen)> earlier)
    {
        // A session sees what it has written and read; the reader writes nothing.
        var acknowledged = consistency == ReadConsistency.Linearizable ? appends : [];
        foreach (var append in acknowledged.Where(a => a.End < read.Start && !seen.Contains(_history.EventOf(a.Number))))
            Add(FindingKind.StaleRead, read, $"nothing of operation {append.Number}, which was acknowledged before it began");

        foreach (var number in earlier.Where(e => e.End < read.Start).SelectMany(e => e.Seen).Distinct().Except(seen))
            Add(FindingKind.BackwardRead, read, $"no more {stored.Sent.Describe(number)}, which an earlier one showed");
    }

    private void Add(FindingKind kind, in Operation read, string what) =>
        findings.Add(kind, $"{kind.Title}: a query by the tag of {_history.Keys[read.Key]} showed {what}");
}
