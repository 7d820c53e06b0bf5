namespace EventSourcingBench.Checking.Checks;

/// <summary>Judges a reading of the order of all events, besides what it delivers: positions rise in each stream, do not repeat and are
/// those of stream reads; no event comes before one that was acknowledged before it was sent, where the store promises positions.</summary>
internal sealed class OrderCheck(StoredEvents stored, Findings findings, bool hasPositions, string where)
{
    private readonly DeliveryCheck _delivery = new(stored, findings, where, isReading: true);
    private readonly SentEvents _sent = stored.Sent;
    private readonly Dictionary<string, long> _positions = new(StringComparer.Ordinal);
    private long _position;
    private long _highest;
    private bool _falls;
    private long _latestStart = long.MinValue;

    public OrderDigest Digest => _delivery.Digest;

    public void Take(in FoundEvent found)
    {
        TakePosition(found);
        var number = _sent.Find(found.Id);
        if (number < 0)
        {
            Add(FindingKind.Foreign, found, "was never sent");
            return;
        }

        var sent = _sent[number];
        if (!_delivery.Take(number, found.Version, isSame: !sent.IsSent || found.Hash == sent.Hash))
            return;

        if (_sent.HasStreams && sent.IsSent && _sent.History.Keys[sent.Stream] != found.Stream)
            Add(FindingKind.SubscriptionReordered, found, "is not of this stream");

        stored.Rank(number);
        if (hasPositions && sent is { IsAcknowledged: true, Position: > 0 } && found.Position != sent.Position)
            Add(FindingKind.Misplaced, found, $"has the position {found.Position}, acknowledged at {sent.Position}");

        if (hasPositions && found.Position is > 0 and var position && stored.PositionOf(number) is > 0 and var other
            && unchecked((uint)position) != other)
        {
            Add(FindingKind.Misplaced, found, $"has the position {position}, and another one in its stream ({other} in 32 bits)");
        }

        if (hasPositions && _sent.History.HasOneClock && sent.LatestEffect < _latestStart)
            Add(FindingKind.OrderViolated, found, "was acknowledged before one that came earlier was sent");

        _latestStart = Math.Max(_latestStart, sent.Start);
    }

    /// <summary>All was read, or the reading broke (<paramref name="isWhole"/> is false). Another reading gives the same order.</summary>
    public void Complete(bool isWhole, OrderDigest? other)
    {
        // Where they rise, a position that repeats is that of the event before.
        foreach (var position in _falls && _highest <= uint.MaxValue ? stored.RepeatedPositions() : [])
            findings.Add(FindingKind.Misplaced, $"several events have the position {position}{where}");

        _delivery.Complete(isWhole, other, follows: _ => true);
    }

    // Across streams the subscription may have another order than positions: transactions commit in another order than they begin.
    private void TakePosition(in FoundEvent found)
    {
        // Zero is no position: a store may not know that of every event.
        if (!hasPositions || found.Position is not (> 0 and var position))
            return;

        var last = _positions.GetValueOrDefault(found.Stream);
        if (position <= last || position == _position)
            Add(FindingKind.Misplaced, found, $"has the position {position}, which repeats, or falls within its stream");

        (_position, _positions[found.Stream]) = (position, Math.Max(last, position));
        _falls |= position < _highest;
        _highest = Math.Max(_highest, position);
    }

    private void Add(FindingKind kind, in FoundEvent found, string what) =>
        findings.Add(kind, $"{found.Id} ({found.Stream}@{found.Version}) {what}{where}");
}
