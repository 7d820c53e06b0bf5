using System.Runtime.InteropServices;

namespace EventSourcingBench.Checking.Checks;

/// <summary>
/// Judges a reading of the store's order of all events: every event of the streams comes once, with its content, in the order of its
/// stream; positions rise in each stream and do not repeat; no event comes before one that was acknowledged before it was sent, where
/// the store promises positions.
/// A second reading gives the same order.
/// </summary>
/// <param name="stored">What the streams have.</param>
/// <param name="findings">Gets what is wrong.</param>
/// <param name="hasPositions">Whether the store promises a global position.</param>
/// <param name="where">Behind each example.</param>
internal sealed class OrderCheck(StoredEvents stored, Findings findings, bool hasPositions, string where)
{
    private readonly SentEvents _sent = stored.Sent;
    private readonly Dictionary<string, (long Version, long Position)> _last = new(StringComparer.Ordinal);
    private long _position;
    private long _latestStart = long.MinValue;

    /// <summary>A hash of the numbers in their order; the same for two readings in the same order.</summary>
    public ulong Digest { get; private set; }

    /// <summary>How many events came.</summary>
    public long Count { get; private set; }

    /// <summary>Takes the next event.</summary>
    public void Take(in FoundEvent found)
    {
        Count++;
        var number = _sent.Find(found.Id);
        Digest = (Digest * 31) + (ulong)number;
        TakePlace(found);
        if (number < 0)
        {
            TakeUnknown(found);
            return;
        }

        var sent = _sent[number];
        if (!stored.Mark(number, Marks.Delivered))
        {
            Add(FindingKind.SubscriptionRepeated, found, f => $"{f.Id} came again");
            return;
        }

        if (sent.IsSent && found.Hash != sent.Hash)
        {
            Add(FindingKind.ContentChanged, found, f => $"{f.Id} has another type, data or metadata than was sent");
        }

        if (!stored.IsThere(number))
        {
            JudgeUnstored(found, sent);
        }
        else if (stored.VersionOf(number) != found.Version || (_sent.HasStreams && IsOfOtherStream(found, sent)))
        {
            Add(FindingKind.SubscriptionReordered, found, f => $"{f.Id} came as {f.Stream}@{f.Version}, which is not its place");
        }

        TakeTime(found, sent);
    }

    /// <summary>All was read.</summary>
    /// <param name="isWhole">False where the reading broke: then nothing is taken to be missing.</param>
    /// <param name="earlier">An earlier reading, whose order must be the same; null for the first.</param>
    public void Complete(bool isWhole, OrderCheck? earlier)
    {
        var missed = 0L;
        for (var number = 0L; isWhole && number < stored.Count; number++)
        {
            if (stored.IsThere(number) && !stored.Has(number, Marks.Delivered))
            {
                missed++;
                findings.Add(FindingKind.SubscriptionMissed, number, n => $"missed by the subscription: {_sent.Describe(n)}{where}");
            }
        }

        if (isWhole && missed == 0 && earlier is not null && earlier.Count == Count && earlier.Digest != Digest)
        {
            findings.Add(FindingKind.SubscriptionReordered, 0, _ => $"reordered by the subscription: two readings gave two orders{where}");
        }
    }

    // Streams of this step were read already; others were not.
    private void TakeUnknown(in FoundEvent found)
    {
        if (_sent.HasStreams && _sent.History.FindKey(found.Stream) < 0)
        {
            Add(FindingKind.Foreign, found, f => $"{f.Id} was never sent");
        }
    }

    // An event whose sender had given up may be written after the streams were read.
    private void JudgeUnstored(in FoundEvent found, in SentEvent sent)
    {
        if (!sent.IsUnknown)
        {
            Add(FindingKind.DirtyRead, found, f => $"{f.Id} was delivered and is in no stream");
        }
    }

    private bool IsOfOtherStream(in FoundEvent found, in SentEvent sent) => _sent.History.Keys[sent.Stream] != found.Stream;

    private void TakePlace(in FoundEvent found)
    {
        ref var last = ref CollectionsMarshal.GetValueRefOrAddDefault(_last, found.Stream, out _);
        if (found.Version <= last.Version)
        {
            Add(FindingKind.SubscriptionReordered, found, f => $"{f.Version} came behind its place in its stream");
        }

        // Across streams the subscription may have another order than positions: transactions commit in another order than they begin.
        var position = hasPositions ? found.Position ?? 0 : 0;
        if (position > 0 && (position <= last.Position || position == _position))
        {
            Add(FindingKind.Misplaced, found, f => $"{f.Id} has the position {f.Position}, which repeats, or falls within its stream");
        }

        _position = position;
        last = (Math.Max(last.Version, found.Version), Math.Max(last.Position, position));
    }

    private void TakeTime(in FoundEvent found, in SentEvent sent)
    {
        if (hasPositions && _sent.History.HasOneClock && sent.LatestEffect < _latestStart)
        {
            Add(FindingKind.OrderViolated, found, f => $"{f.Id} was acknowledged before one that came earlier was sent");
        }

        _latestStart = Math.Max(_latestStart, sent.Start);
    }

    private void Add(FindingKind kind, FoundEvent subject, Func<FoundEvent, string> example) =>
        findings.Add(
            kind, (subject, example), s => $"{kind.Title}: {s.example(s.subject)} ({s.subject.Stream}@{s.subject.Version}){where}");
}
