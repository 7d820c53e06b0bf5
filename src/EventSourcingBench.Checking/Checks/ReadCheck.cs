namespace EventSourcingBench.Checking.Checks;

/// <summary>Judges reads beside the load: each shows what was acknowledged before, nothing never there, and no less than earlier.</summary>
internal sealed class ReadCheck(StoredEvents stored, ReadConsistency consistency, Findings findings)
{
    private readonly StepHistory _history = stored.History;

    public void Judge()
    {
        var reads = stored.Reads.ToList();
        foreach (var (lane, read) in reads.DistinctBy(r => (r.Lane, r.Operation.Position, r.Operation.Argument)))
            JudgeContent(lane, read);

        if (consistency == ReadConsistency.Eventual || !_history.HasOneClock || reads.Count == 0)
            return;

        JudgeTime(reads.Select(r => r.Operation).GroupBy(o => o.Key)
            .ToDictionary(g => g.Key, g => new ReadsOfStream([.. g.OrderBy(o => o.Start)])));
    }

    private void JudgeContent(HistoryLane lane, Operation read)
    {
        for (var i = 0; i < read.Argument; i++)
        {
            var seen = lane.Observed(read.Position + i);
            if (stored.WhyDirty(seen.Number) is { } what)
            {
                Add(FindingKind.DirtyRead, read, what);
                continue;
            }

            var sent = stored.Sent[seen.Number];
            if (sent.Stream != read.Key)
                Add(FindingKind.Misplaced, read, $"an event of {_history.Keys[sent.Stream]}");
            else if (seen.Fold != stored.FoldOf(sent))
                Add(FindingKind.ContentChanged, read, "an event with another content or stream than was sent");
            else if (seen.Version != read.Version + i || seen.Version != stored.VersionOf(seen.Number))
                Add(FindingKind.Misplaced, read, $"version {seen.Version} in the place of {read.Version + i}");
        }
    }

    private void JudgeTime(Dictionary<int, ReadsOfStream> byStream)
    {
        // A session sees what it has written and read; the reader writes nothing.
        var appends = _history.Where((in o) => o is { Outcome: Outcome.Success, Kind: OperationKind.Append or OperationKind.BulkAppend });
        foreach (var append in consistency == ReadConsistency.Linearizable ? appends : [])
            RaiseAcknowledged(byStream, append);

        // A read that ended at its limit says nothing of what is behind.
        foreach (var (read, acknowledged, shown) in byStream.Values.SelectMany(s => s.Needs())
            .Where(n => (ulong)n.Read.Argument < n.Read.Hash))
        {
            var last = LastSeen(read);
            if (last < acknowledged)
                Add(FindingKind.StaleRead, read, $"nothing behind version {last}; {acknowledged} was acknowledged before it began");
            else if (last < shown)
                Add(FindingKind.BackwardRead, read, $"nothing behind version {last}; an earlier read showed {shown}");
        }
    }

    private void RaiseAcknowledged(Dictionary<int, ReadsOfStream> byStream, in Operation append)
    {
        var bulk = append.Kind == OperationKind.BulkAppend ? _history.Bulk : null;
        var first = bulk is null ? _history.EventOf(append.Number) : append.Number;
        var count = bulk is null ? _history.EventsPerOperation : append.Argument;
        for (var index = 0; index < count; index++)
        {
            var key = bulk is not null ? bulk.Content.StreamOf(first + index) : index == 0 ? append.Key : append.SecondKey;
            if (byStream.TryGetValue(key, out var stream) && (bulk is null || bulk[first + index] == BulkState.Acknowledged))
                stream.RaiseAcknowledged(append.End, stored.VersionOf(first + index));
        }
    }

    private static long LastSeen(in Operation read) => read.Version + read.Argument - 1;

    private void Add(FindingKind kind, in Operation read, string what) => findings.Add(
        kind, $"{kind.Title}: a read of {_history.Keys[read.Key]} from version {read.Version} showed {what}");

    /// <summary>The reads of one stream by their start, and what each must show: what was known before it began.</summary>
    private sealed class ReadsOfStream(Operation[] reads)
    {
        private readonly long[] _acknowledged = new long[reads.Length];
        private readonly long[] _shown = new long[reads.Length];

        public void RaiseAcknowledged(long moment, long version) => Raise(_acknowledged, moment, version);

        /// <summary>Each read, with the versions that had been acknowledged and shown before it began.</summary>
        public IEnumerable<(Operation Read, long Acknowledged, long Shown)> Needs()
        {
            // A read of nothing showed nothing: its first version is a guess of the reader's.
            foreach (var read in reads.Where(r => r.Argument > 0))
                Raise(_shown, read.End, LastSeen(read));

            var (acknowledged, shown) = (0L, 0L);
            for (var i = 0; i < reads.Length; i++)
            {
                (acknowledged, shown) = (Math.Max(acknowledged, _acknowledged[i]), Math.Max(shown, _shown[i]));
                yield return (reads[i], acknowledged, shown);
            }
        }

        // At the first read that began after the moment; the running maximum takes it to those behind.
        private void Raise(long[] values, long moment, long version)
        {
            if (reads.CountUpTo(moment, static r => r.Start) is var first && first < values.Length)
                values[first] = Math.Max(values[first], version);
        }
    }
}
