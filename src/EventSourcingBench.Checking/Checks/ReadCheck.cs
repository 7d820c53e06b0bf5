namespace EventSourcingBench.Checking.Checks;

/// <summary>
/// Judges the reads of streams beside the load: each shows what was acknowledged before it began, nothing that is never there, and
/// not less than an earlier read.
/// </summary>
internal sealed class ReadCheck(StoredEvents stored, ReadConsistency consistency, Findings findings)
{
    private readonly StepHistory _history = stored.History;

    public void Judge()
    {
        var reads = _history.Lanes
            .SelectMany(lane => lane.Operations.Select(o => (lane, o)))
            .Where(r => r.o is { Kind: OperationKind.Read, Outcome: Outcome.Success })
            .ToList();
        foreach (var (lane, read) in reads)
        {
            JudgeContent(lane, read);
        }

        if (consistency == ReadConsistency.Eventual || !_history.HasOneClock)
        {
            return;
        }

        JudgeTime(
            reads.Select(r => r.o).GroupBy(o => o.Key).ToDictionary(g => g.Key, g => new ReadsOfStream([.. g.OrderBy(o => o.Start)])));
    }

    internal static long LastSeen(in Operation read) => read.Version + read.Argument - 1;

    private void JudgeContent(HistoryLane lane, Operation read)
    {
        for (var i = 0; i < read.Argument; i++)
        {
            var seen = lane.Observed(read.Position + i);
            if (seen.Number < 0 || !stored.IsThere(seen.Number))
            {
                var what = seen.Number < 0 ? "an event that was never sent" : "an event that is not there afterwards";
                Add(FindingKind.DirtyRead, read, what);
            }
            else if (seen.Fold != Observation.FoldOf(stored.Sent[seen.Number].Hash))
            {
                Add(FindingKind.ContentChanged, read, "an event with another content than was sent");
            }
            else if (seen.Version != read.Version + i || seen.Version != stored.VersionOf(seen.Number))
            {
                Add(FindingKind.Misplaced, read, FormattableString.Invariant($"version {seen.Version} in the place of {read.Version + i}"));
            }
        }
    }

    private void JudgeTime(Dictionary<int, ReadsOfStream> byStream)
    {
        // A session sees what it has written and read; the reader writes nothing.
        if (consistency == ReadConsistency.Linearizable)
        {
            foreach (var append in _history.Operations
                .Where(o => o is { Outcome: Outcome.Success, Kind: OperationKind.Append or OperationKind.BulkAppend }))
            {
                RaiseAcknowledged(byStream, append);
            }
        }

        foreach (var stream in byStream.Values)
        {
            stream.RaiseShown();
            foreach (var (read, acknowledged, shown) in stream.Needs())
            {
                JudgeTime(read, acknowledged, shown);
            }
        }
    }

    private void RaiseAcknowledged(Dictionary<int, ReadsOfStream> byStream, in Operation append)
    {
        var bulk = append.Kind == OperationKind.BulkAppend ? _history.Bulk : null;
        var (first, count) = bulk is null
            ? (_history.EventOf(append.Number), _history.EventsPerOperation)
            : (append.Number, append.Argument);
        for (var index = 0; index < count; index++)
        {
            var key = bulk is not null ? bulk.Content.StreamOf(first + index) : index == 0 ? append.Key : append.SecondKey;
            if (byStream.TryGetValue(key, out var stream) && (bulk is null || bulk[first + index] == BulkState.Acknowledged))
            {
                stream.RaiseAcknowledged(append.End, stored.VersionOf(first + index));
            }
        }
    }

    private void JudgeTime(in Operation read, long acknowledged, long shown)
    {
        var last = LastSeen(read);
        if ((ulong)read.Argument >= read.Hash)
        {
            // It ended at its limit and says nothing of what is behind.
            return;
        }

        if (last < acknowledged)
        {
            Add(
                FindingKind.StaleRead,
                read,
                FormattableString.Invariant($"nothing behind version {last}; {acknowledged} was acknowledged before it began"));
        }
        else if (last < shown)
        {
            Add(
                FindingKind.BackwardRead, read, FormattableString.Invariant(
                    $"nothing behind version {last}; an earlier read showed {shown}"));
        }
    }

    private void Add(FindingKind kind, in Operation read, string what) => findings.Add(
        kind,
        (read, what),
        s => FormattableString.Invariant(
            $"{kind.Title}: a read of {_history.Keys[s.read.Key]} from version {s.read.Version} showed {s.what}"));
}
