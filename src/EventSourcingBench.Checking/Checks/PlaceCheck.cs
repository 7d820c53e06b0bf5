namespace EventSourcingBench.Checking.Checks;

/// <summary>Judges the events of a stream as they are read back, or with the empty name those of a store without streams in its order: each
/// is there once, where it was acknowledged, with the content that was sent; versions have no gap; no event stands before one that was
/// acknowledged before it was sent.</summary>
internal sealed class PlaceCheck(StoredEvents stored, Findings findings, Marks mark, string where, string stream)
{
    private readonly SentEvents _sent = stored.Sent;
    private readonly int _key = stored.Sent.HasStreams ? stored.History.FindKey(stream) : Operation.NoKey;
    private long _version;
    private long _latestStart = long.MinValue;
    private long _lastBulk = -1;

    /// <summary>Judges what is missing of all streams, and what is there although it was refused. Where the reading broke (<paramref
    /// name="isWhole"/> is false), nothing is taken to be missing; of a store that was still at work, no half of a fact.</summary>
    public static void JudgeAll(StoredEvents stored, Findings findings, Marks mark, string where, bool isWhole, bool isIdle)
    {
        for (var number = 0L; number < stored.Count; number++)
        {
            var isThere = stored.Has(number, mark);
            if (isThere && stored.Sent.OutcomeOf(number) == Outcome.Success)
                continue;

            var sent = stored.Sent[number];
            // What a reader was shown stays, whatever its sender was answered.
            if (isWhole && !isThere && (sent.IsAcknowledged || (sent.IsSent && stored.IsThere(number))))
            {
                var before = sent.IsAcknowledged ? "acknowledged" : "read back before";
                findings.Add(FindingKind.Lost, $"{stored.Sent.Describe(number)}, {before} and not there{where}");
            }
            else if (isThere && sent is { IsSent: true, IsAcknowledged: false, IsUnknown: false })
            {
                findings.Add(FindingKind.RefusedApplied, $"{stored.Sent.Describe(number)}, answered {sent.Outcome}{where}");
            }

            if (isWhole && isIdle && !isThere && sent.IsUnknown && OtherOf(number, stored) is { } other && stored.Has(other, mark))
                findings.Add(FindingKind.Lost, $"one of two events of {stored.Sent.Describe(number)} is there{where}");
        }
    }

    /// <returns>Its number where it is one that was sent, found for the first time and in its stream; else -1.</returns>
    public long Take(in FoundEvent found)
    {
        TakeVersion(found);
        var number = _sent.Find(found.Id);
        if (number < 0)
        {
            Add(FindingKind.Foreign, $"{found.Id} was never sent");
            return -1;
        }

        var sent = _sent[number];
        if (!sent.IsSent)
        {
            Add(number < _sent.History.BulkCount ? FindingKind.RefusedApplied : FindingKind.Foreign, $"{found.Id} was not sent");
            stored.Mark(number, mark);
            return -1;
        }

        if (!stored.Mark(number, mark))
        {
            Add(FindingKind.Duplicated, $"{found.Id} is there again, at {found.Version}");
            return -1;
        }

        if (found.Hash != sent.Hash)
            Add(FindingKind.ContentChanged, $"{found.Id} at {found.Version} has another type, data or metadata than was sent");

        JudgePlace(found, sent);
        JudgeOrder(found, sent);
        if (mark == Marks.Stored)
            stored.Keep(number, found);

        return sent.Stream == _key ? number : -1;
    }

    // Of a fact that two streams keep, both or none are there.
    private static long? OtherOf(long number, StoredEvents stored) =>
        stored.History.EventsPerOperation > 1 && stored.Sent.TryGetOperation(number, out var operation, out var index)
        && operation.SecondKey != Operation.NoKey ? (index == 0 ? number + 1 : number - 1) : null;

    private void TakeVersion(in FoundEvent found)
    {
        if (found.Version <= _version)
            Add(FindingKind.Misplaced, $"{found.Version} comes after {_version}");
        else if (_sent.HasStreams && found.Version > _version + 1)
            findings.Add(FindingKind.Gap, $"{stream} has no version {_version + 1}{where}", found.Version - _version - 1);

        _version = Math.Max(_version, found.Version);
    }

    private void JudgePlace(in FoundEvent found, in SentEvent sent)
    {
        if (_sent.HasStreams && found.Stream != stream)
            Add(FindingKind.Misplaced, $"{found.Id} at {found.Version} has the stream {found.Stream}");

        var isOther = sent.Version > 0 && sent.Version != found.Version;
        if (sent.Stream != _key)
        {
            Add(FindingKind.Misplaced, $"{found.Id} was sent to {_sent.History.Keys[sent.Stream]}");
        }
        else if (_sent.History.HasExpectedVersions && sent.IsAcknowledged && isOther && found.Version > sent.Version)
        {
            Add(FindingKind.ConditionViolated, $"{found.Id} is at {found.Version}, and was decided on version {sent.Version - 1}");
        }
        else if (sent.IsAcknowledged && (isOther || (sent.Position > 0 && (found.Position ?? sent.Position) != sent.Position)))
        {
            Add(
                FindingKind.Misplaced,
                $"{found.Id} is at {found.Version} (position {found.Position}), acknowledged at {sent.Version} ({sent.Position})");
        }
    }

    private void JudgeOrder(in FoundEvent found, in SentEvent sent)
    {
        if (_sent.History.HasOneClock && sent.LatestEffect < _latestStart)
            Add(FindingKind.OrderViolated, $"{found.Id} at {found.Version} was acknowledged before one in front of it was sent");

        _latestStart = Math.Max(_latestStart, sent.Start);
        if (sent.Number >= _sent.History.BulkCount)
            return;

        // Bulk appends of one producer: the events of a stream come in the order of their numbers.
        if (sent.Number < _lastBulk)
            Add(FindingKind.Misplaced, $"{found.Id} at {found.Version} stands behind an event that was sent after it");

        _lastBulk = Math.Max(_lastBulk, sent.Number);
    }

    private void Add(FindingKind kind, string what) => findings.Add(kind, $"{(stream.Length > 0 ? stream + ": " : "")}{what}{where}");
}
