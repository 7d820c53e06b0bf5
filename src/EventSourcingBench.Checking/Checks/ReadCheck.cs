namespace EventSourcingBench.Checking.Checks;

/// <summary>Judges reads beside the load, of streams, or by tags in a store without streams: each shows what is there, of its key, as it
/// was sent and in order; what was acknowledged before it began; and no less than an earlier one.</summary>
internal sealed class ReadCheck(StoredEvents stored, ReadConsistency consistency, Findings findings)
{
    // A query reads the latest positions: what was acknowledged further behind its first one than this came later.
    private const int MaxBehind = 100_000;
    private readonly StepHistory _history = stored.History;

    // A session sees what it has written and read; the reader writes nothing.
    private readonly bool _seesAcknowledged = consistency == ReadConsistency.Linearizable;

    public void Judge()
    {
        var reads = stored.Reads.ToList();
        foreach (var (lane, read) in reads.DistinctBy(r => (r.Lane, r.Operation.Position, r.Operation.Argument)))
            JudgeContent(lane, read);

        if (consistency == ReadConsistency.Eventual || !_history.HasOneClock || reads.Count == 0)
            return;

        if (stored.Sent.HasStreams)
            JudgeStreams(reads.ConvertAll(r => r.Operation));
        else
            JudgeQueries(reads.ToLookup(r => r.Operation.Key));
    }

    private void JudgeContent(HistoryLane lane, Operation read)
    {
        if ((ulong)read.Argument > read.Hash)
            Add(FindingKind.Misplaced, read, $"{read.Argument} events, of which it asked for {read.Hash}");

        var last = 0L;
        for (var i = 0; i < read.Argument; i++)
        {
            var seen = lane.Observed(read.Position + i);
            if (!stored.IsThere(seen.Number))
            {
                var what = seen.Number < 0 ? "was never sent" : "is not there afterwards";
                Add(FindingKind.DirtyRead, read, $"an event that {what}");
                continue;
            }

            var sent = stored.Sent[seen.Number];
            var isInPlace = seen.Version == stored.VersionOf(seen.Number)
                && (stored.Sent.HasStreams ? seen.Version == read.Version + i : seen.Version > last);
            if (!IsOf(read.Key, sent))
                Add(FindingKind.Misplaced, read, $"{stored.Sent.Describe(seen.Number)}, which is of another key");
            else if (seen.Fold != stored.FoldOf(sent))
                Add(FindingKind.ContentChanged, read, "an event with another content, stream or position");
            else if (!isInPlace)
                Add(FindingKind.Misplaced, read, $"{seen.Version} after {last}, {i} events behind its first");

            last = seen.Version;
        }
    }

    // What was there before the load has tags of keys that are known beforehand, and which of them is not known here.
    private bool IsOf(int key, in SentEvent sent) => stored.Sent.HasStreams ? sent.Stream == key
        : stored.Sent.TryGetOperation(sent.Number, out var operation, out _) ? StoredEvents.KeysOf(operation).Contains(key)
        : key < _history.KnownCount;

    private void JudgeQueries(ILookup<int, (HistoryLane Lane, Operation Operation)> reads)
    {
        var appends = stored.Appends
            .Where(o => _seesAcknowledged && o is { Outcome: Outcome.Success, Position: > 0 })
            .SelectMany(StoredEvents.KeysOf, (append, key) => (Key: key, append.End, append.Position, append.Number))
            .Where(a => reads.Contains(a.Key)).GroupBy(a => a.Key, a => (a.Position, a.End, a.Number))
            .ToDictionary(g => g.Key, g => g.Order().ToArray());
        foreach (var ofKey in reads)
        {
            var acknowledged = appends.GetValueOrDefault(ofKey.Key, []);
            var (shown, latest) = (new HashSet<long>(), new List<(long End, HashSet<long> Seen)>());
            foreach (var (lane, read) in ofKey.OrderBy(r => r.Operation.Start))
            {
                latest.Where(l => l.End < read.Start).ToList().ForEach(l => shown.UnionWith(l.Seen));
                latest.RemoveAll(l => l.End < read.Start);
                HashSet<long> seen =
                    [.. Enumerable.Range(0, read.Argument).Select(i => lane.Observed(read.Position + i).Number).Where(stored.IsThere)];
                latest.Add((read.End, seen));
                foreach (var (position, end, number) in
                    acknowledged.Skip(acknowledged.CountUpTo(read.Version - 1, static a => a.Position)).Take(MaxBehind))
                {
                    if (end < read.Start && !seen.Contains(_history.EventOf(number)))
                        Add(FindingKind.StaleRead, read, $"no position {position}, which was acknowledged before it began");
                }

                // Later queries begin at the same position or behind it.
                shown.RemoveWhere(n => stored.VersionOf(n) < read.Version);
                foreach (var number in shown.Where(n => !seen.Contains(n)))
                    Add(FindingKind.BackwardRead, read, $"no more {stored.Sent.Describe(number)}, which an earlier one showed");
            }
        }
    }

    private void JudgeStreams(List<Operation> reads)
    {
        var acknowledged = reads.GroupBy(r => r.Key).ToDictionary(g => g.Key, g => new KnownBefore(g));
        var shown = reads.GroupBy(r => r.Key).ToDictionary(g => g.Key, g => new KnownBefore(g));
        var appends = _history.Where((in o) => o is { Outcome: Outcome.Success, Kind: OperationKind.Append or OperationKind.BulkAppend });
        foreach (var append in _seesAcknowledged ? appends : [])
            Raise(acknowledged, append);

        // A read of nothing showed nothing: its first version is a guess of the reader's.
        foreach (var read in reads.Where(r => r.Argument > 0))
            shown[read.Key].Raise(read.End, LastSeen(read));

        // A read that ended at its limit says nothing of what is behind.
        foreach (var ((read, least), (_, before)) in acknowledged.SelectMany(k => k.Value.All().Zip(shown[k.Key].All()))
            .Where(k => (ulong)k.First.Read.Argument < k.First.Read.Hash))
        {
            var last = LastSeen(read);
            if (last < least)
                Add(FindingKind.StaleRead, read, $"nothing behind version {last}; {least} was acknowledged before it began");
            else if (last < before)
                Add(FindingKind.BackwardRead, read, $"nothing behind version {last}; an earlier read showed {before}");
        }
    }

    private void Raise(Dictionary<int, KnownBefore> acknowledged, in Operation append)
    {
        var bulk = append.Kind == OperationKind.BulkAppend ? _history.Bulk : null;
        var first = bulk is null ? _history.EventOf(append.Number) : append.Number;
        var count = bulk is null ? _history.EventsPerOperation : append.Argument;
        for (var index = 0; index < count; index++)
        {
            var key = bulk is not null ? bulk.Content.StreamOf(first + index) : index == 0 ? append.Key : append.SecondKey;
            if (acknowledged.TryGetValue(key, out var reads) && (bulk is null || bulk[first + index] == BulkState.Acknowledged))
                reads.Raise(append.End, stored.VersionOf(first + index));
        }
    }

    private static long LastSeen(in Operation read) => read.Version + read.Argument - 1;

    private void Add(FindingKind kind, in Operation read, string what) =>
        findings.Add(kind, $"a read of {_history.Keys[read.Key]} from {read.Version} showed {what}");
}
