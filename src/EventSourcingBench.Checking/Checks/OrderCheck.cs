using System.Runtime.InteropServices;

namespace EventSourcingBench.Checking.Checks;

/// <summary>Judges a reading of the store's order of all events: every event of the streams comes once, with its content, in the order of
/// its stream; positions rise in each stream and do not repeat; no event comes before one that was acknowledged before it was sent, where
/// the store promises positions. A second reading gives the same order.</summary>
internal sealed class OrderCheck(StoredEvents stored, Findings findings, bool hasPositions, string where)
{
    private readonly SentEvents _sent = stored.Sent;
    private readonly Dictionary<string, (long Version, long Position)> _last = new(StringComparer.Ordinal);
    private long _position;
    private long _latestStart = long.MinValue;

    public OrderDigest Digest { get; private set; }

    public void Take(in FoundEvent found)
    {
        var number = _sent.Find(found.Id);
        Digest = Digest.With(number);
        TakePlace(found);
        if (number < 0)
        {
            // A store without streams was read in this order already.
            if (_sent.HasStreams)
                Add(FindingKind.Foreign, found, $"{found.Id} was never sent");

            return;
        }

        var sent = _sent[number];
        if (!stored.Mark(number, Marks.Delivered))
        {
            Add(FindingKind.SubscriptionRepeated, found, $"{found.Id} came again");
            return;
        }

        if (sent.IsSent && found.Hash != sent.Hash)
            Add(FindingKind.ContentChanged, found, $"{found.Id} has another type, data or metadata than was sent");

        if (!stored.IsThere(number))
        {
            // An event whose sender had given up may be written after the streams were read.
            if (!sent.IsUnknown)
                Add(FindingKind.DirtyRead, found, $"{found.Id} was delivered and is in no stream");
        }
        else if (stored.VersionOf(number) != found.Version || (_sent.HasStreams && _sent.History.Keys[sent.Stream] != found.Stream))
        {
            Add(FindingKind.SubscriptionReordered, found, $"{found.Id} came as {found.Stream}@{found.Version}, which is not its place");
        }

        if (hasPositions && sent is { IsAcknowledged: true, Position: > 0 } && found.Position != sent.Position)
            Add(FindingKind.Misplaced, found, $"{found.Id} has the position {found.Position}, acknowledged at {sent.Position}");

        if (hasPositions && _sent.History.HasOneClock && sent.LatestEffect < _latestStart)
            Add(FindingKind.OrderViolated, found, $"{found.Id} was acknowledged before one that came earlier was sent");

        _latestStart = Math.Max(_latestStart, sent.Start);
    }

    /// <summary>All was read. Where the reading broke (<paramref name="isWhole"/> is false), nothing is taken to be missing.</summary>
    public void Complete(bool isWhole, OrderCheck? earlier)
    {
        var missed = 0L;
        foreach (var number in isWhole ? stored.Missing(Marks.Delivered) : [])
        {
            missed++;
            findings.Add(FindingKind.SubscriptionMissed, $"missed by the subscription: {_sent.Describe(number)}{where}");
        }

        if (isWhole && missed == 0 && earlier?.Digest.IsOtherOrder(Digest) == true)
            findings.Add(FindingKind.SubscriptionReordered, $"reordered by the subscription: two readings gave two orders{where}");
    }

    private void TakePlace(in FoundEvent found)
    {
        ref var last = ref CollectionsMarshal.GetValueRefOrAddDefault(_last, found.Stream, out _);
        if (found.Version <= last.Version)
            Add(FindingKind.SubscriptionReordered, found, $"{found.Version} came behind its place in its stream");

        // Across streams the subscription may have another order than positions: transactions commit in another order than they begin.
        var position = hasPositions ? found.Position ?? 0 : 0;
        if (position > 0 && (position <= last.Position || position == _position))
            Add(FindingKind.Misplaced, found, $"{found.Id} has the position {found.Position}, which repeats, or falls within its stream");

        _position = position;
        last = (Math.Max(last.Version, found.Version), Math.Max(last.Position, position));
    }

    private void Add(FindingKind kind, in FoundEvent found, string what) =>
        findings.Add(kind, $"{kind.Title}: {what} ({found.Stream}@{found.Version}){where}");
}

/// <summary>How many events a reading gave, and a hash of their numbers in its order.</summary>
internal readonly record struct OrderDigest(long Count, ulong Hash)
{
    public OrderDigest With(long number) => new(Count + 1, (Hash * 31) + (ulong)number);

    /// <summary>Whether as many events came in another order. Of readings with other counts, another check says why.</summary>
    public bool IsOtherOrder(OrderDigest other) => Count == other.Count && Hash != other.Hash;
}
