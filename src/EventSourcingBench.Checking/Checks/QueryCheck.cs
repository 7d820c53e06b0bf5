namespace EventSourcingBench.Checking.Checks;

/// <summary>Judges the queries by tag beside the load, in a store without streams: each shows, in the order of positions, every event of
/// its key that was acknowledged before it began, nothing of another key or never there, and not less than an earlier one.</summary>
internal sealed class QueryCheck(StoredEvents stored, ReadConsistency consistency, Findings findings)
{
    // A query reads the latest positions: what was acknowledged further behind its first one than this came later.
    private const int MaxBehind = 100_000;
    private readonly StepHistory _history = stored.History;

    public void Judge()
    {
        var reads = stored.Reads.ToLookup(r => r.Operation.Key);
        if (reads.Count == 0)
            return;

        var appends = stored.Appends.Where(o => o is { Outcome: Outcome.Success, Position: > 0 })
            .SelectMany(StoredEvents.KeysOf, (append, key) => (Key: key, append.End, append.Position, append.Number))
            .Where(a => reads.Contains(a.Key)).GroupBy(a => a.Key, a => (a.Position, a.End, a.Number))
            .ToDictionary(g => g.Key, g => g.Order().ToArray());
        foreach (var ofKey in reads)
        {
            var (shown, latest) = (new HashSet<long>(), new List<(long End, HashSet<long> Seen)>());
            foreach (var (lane, read) in ofKey.OrderBy(r => r.Operation.Start))
            {
                var seen = JudgeContent(lane, read);
                latest.Where(l => l.End < read.Start).ToList().ForEach(l => shown.UnionWith(l.Seen));
                latest.RemoveAll(l => l.End < read.Start);
                latest.Add((read.End, seen));
                if (consistency == ReadConsistency.Eventual || !_history.HasOneClock)
                    continue;

                // A session sees what it has written and read; the reader writes nothing.
                if (consistency == ReadConsistency.Linearizable)
                    JudgeAcknowledged(read, seen, appends.GetValueOrDefault(ofKey.Key, []));

                // Later queries begin at the same position or behind it.
                shown.RemoveWhere(n => stored.VersionOf(n) < read.Version);
                foreach (var number in shown.Where(n => !seen.Contains(n)))
                    Add(FindingKind.BackwardRead, read, $"no more {stored.Sent.Describe(number)}, which an earlier one showed");
            }
        }
    }

    private HashSet<long> JudgeContent(HistoryLane lane, Operation read)
    {
        var (seen, last) = (new HashSet<long>(), 0L);
        for (var i = 0; i < read.Argument; i++)
        {
            var one = lane.Observed(read.Position + i);
            if (stored.WhyDirty(one.Number) is { } what)
            {
                Add(FindingKind.DirtyRead, read, what);
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

    private void JudgeAcknowledged(Operation read, HashSet<long> seen, (long Position, long End, long Number)[] appends)
    {
        var first = appends.CountUpTo(read.Version - 1, static a => a.Position);
        foreach (var (position, end, number) in appends.Skip(first).Take(MaxBehind))
        {
            if (end < read.Start && !seen.Contains(_history.EventOf(number)))
                Add(FindingKind.StaleRead, read, $"no position {position}, which was acknowledged before it began");
        }
    }

    private void Add(FindingKind kind, in Operation read, string what) =>
        findings.Add(kind, $"{kind.Title}: a query by the tag of {_history.Keys[read.Key]} from position {read.Version} showed {what}");
}
