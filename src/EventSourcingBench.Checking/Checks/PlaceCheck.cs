namespace EventSourcingBench.Checking.Checks;

/// <summary>
/// Judges events as they are read back, stream after stream, or in the order of a store without streams: each is there once, where
/// it was acknowledged, with the content that was sent; versions have no gap; no event stands before one that was acknowledged
/// before it was sent.
/// </summary>
/// <param name="stored">Gets what was found.</param>
/// <param name="findings">Gets what is wrong.</param>
/// <param name="mark">The mark of this reading.</param>
/// <param name="where">Behind each example, such as <c>, after reopening</c>.</param>
internal sealed class PlaceCheck(StoredEvents stored, Findings findings, Marks mark, string where)
{
    private readonly SentEvents _sent = stored.Sent;
    private string _stream = "";
    private int _key = Operation.NoKey;
    private long _version;
    private long _latestStart;
    private long _lastBulk;

    /// <summary>Begins a stream; the empty name: a store's order of all events.</summary>
    public void Begin(string stream)
    {
        _stream = stream;
        _key = _sent.HasStreams ? _sent.History.FindKey(stream) : Operation.NoKey;
        (_version, _latestStart, _lastBulk) = (0, long.MinValue, -1);
    }

    /// <summary>Takes the next event.</summary>
    /// <returns>Its number where it is one that was sent, found for the first time and in its stream; else -1.</returns>
    public long Take(in FoundEvent found)
    {
        TakeVersion(found);
        var number = _sent.Find(found.Id);
        if (number < 0)
        {
            Add(FindingKind.Foreign, found, f => $"{f.Id} was never sent");
            return -1;
        }

        var sent = _sent[number];
        if (!sent.IsSent)
        {
            Add(number < _sent.History.BulkCount ? FindingKind.RefusedApplied : FindingKind.Foreign, found, f => $"{f.Id} was not sent");
            stored.Mark(number, mark);
            return -1;
        }

        if (!stored.Mark(number, mark))
        {
            Add(FindingKind.Duplicated, found, f => $"{f.Id} is there again, at {f.Version}");
            return -1;
        }

        JudgeContent(found, sent);
        var inPlace = JudgePlace(found, sent);
        JudgeOrder(found, sent);
        if (mark == Marks.Stored)
        {
            stored.Keep(number, found.Version);
        }

        return inPlace ? number : -1;
    }

    /// <summary>All was read: finds what is missing, and what is there although it was refused.</summary>
    /// <param name="isWhole">False where the reading broke: then nothing is taken to be missing.</param>
    public void Complete(bool isWhole)
    {
        for (var number = 0L; number < stored.Count; number++)
        {
            var isThere = stored.Has(number, mark);
            if (isThere && _sent.OutcomeOf(number) == Outcome.Success)
            {
                continue;
            }

            var sent = _sent[number];
            if (isWhole && !isThere && sent.IsAcknowledged)
            {
                findings.Add(FindingKind.Lost, number, n => $"lost: {_sent.Describe(n)}, acknowledged and not there{where}");
            }
            else if (isThere && sent is { IsSent: true, IsAcknowledged: false, IsUnknown: false })
            {
                findings.Add(
                    FindingKind.RefusedApplied,
                    number,
                    n => $"rejected but stored: {_sent.Describe(n)}, answered {_sent[n].Outcome}{where}");
            }

            if (isWhole && sent.IsUnknown && IsHalf(number, isThere))
            {
                findings.Add(FindingKind.Lost, number, n => $"lost: one of two events of {_sent.Describe(n)} is there{where}");
            }
        }
    }

    // Of a fact that two streams keep, both or none are there.
    private bool IsHalf(long number, bool isThere) =>
        !isThere && _sent.TryGetOperation(number, out var operation, out var index) && operation.SecondKey != Operation.NoKey
        && _sent.History.EventsPerOperation > 1 && stored.Has(index == 0 ? number + 1 : number - 1, mark);

    private void TakeVersion(in FoundEvent found)
    {
        if (found.Version <= _version)
        {
            Add(FindingKind.Misplaced, (found, _version), f => $"{f.found.Version} comes after {f._version}");
        }
        else if (_sent.HasStreams && found.Version > _version + 1)
        {
            findings.Add(
                FindingKind.Gap,
                found.Version - _version - 1,
                (_stream, _version),
                g => $"gap: {g._stream} has no version {g._version + 1}{where}");
        }

        _version = Math.Max(_version, found.Version);
    }

    private void JudgeContent(in FoundEvent found, in SentEvent sent)
    {
        if (found.Hash != sent.Hash)
        {
            Add(FindingKind.ContentChanged, found, f => $"{f.Id} at {f.Version} has another type, data or metadata than was sent");
        }
    }

    private bool JudgePlace(in FoundEvent found, in SentEvent sent)
    {
        var inStream = sent.Stream == _key;
        if (!inStream)
        {
            Add(FindingKind.Misplaced, (found, sent), f => $"{f.found.Id} was sent to {_sent.History.Keys[f.sent.Stream]}");
        }
        else if (_sent.History.HasExpectedVersions && sent.IsAcknowledged && sent.Version > 0 && found.Version > sent.Version)
        {
            Add(
                FindingKind.ConditionViolated,
                (found, sent),
                f => $"{f.found.Id} is at {f.found.Version}, and was decided on version {f.sent.Version - 1}");
        }
        else if (sent.IsAcknowledged && ((sent.Version > 0 && sent.Version != found.Version) || IsAtOtherPosition(found, sent)))
        {
            Add(
                FindingKind.Misplaced,
                (found, sent),
                f => $"{f.found.Id} is at {f.found.Version} (position {f.found.Position}), "
                    + $"acknowledged at {f.sent.Version} ({f.sent.Position})");
        }

        return inStream;
    }

    private static bool IsAtOtherPosition(in FoundEvent found, in SentEvent sent) =>
        sent.Position > 0 && found.Position is { } position && position != sent.Position;

    private void JudgeOrder(in FoundEvent found, in SentEvent sent)
    {
        if (_sent.History.HasOneClock && sent.LatestEffect < _latestStart)
        {
            Add(FindingKind.OrderViolated, found, f => $"{f.Id} at {f.Version} was acknowledged before one in front of it was sent");
        }

        _latestStart = Math.Max(_latestStart, sent.Start);
        if (sent.Number >= _sent.History.BulkCount)
        {
            return;
        }

        // Bulk appends of one producer: the events of a stream come in the order of their numbers.
        if (sent.Number < _lastBulk)
        {
            Add(FindingKind.Misplaced, found, f => $"{f.Id} at {f.Version} stands behind an event that was sent after it");
        }

        _lastBulk = Math.Max(_lastBulk, sent.Number);
    }

    private void Add<T>(FindingKind kind, T subject, Func<T, string> example) =>
        findings.Add(
            kind, (subject, example), s => $"{kind.Title}: {_stream}{(_stream.Length > 0 ? ": " : "")}{s.example(s.subject)}{where}");
}
