namespace EventSourcingBench.Checking.Checks;

/// <summary>Judges what a subscription delivered, beside the load or in a reading of all events: every event that is there, once, as it was
/// sent, in the order of its stream, and nothing that is not there.</summary>
/// <param name="isReading">Whether it was read after the load: then an event whose sender had given up may come in between, and an event
/// that is left out is found at the end; else also by the gap.</param>
internal sealed class DeliveryCheck(StoredEvents stored, Findings findings, string where, bool isReading = false)
{
    private readonly bool[] _delivered = new bool[stored.Count];
    private readonly Dictionary<int, long> _versions = [];
    private readonly SentEvents _sent = stored.Sent;

    public OrderDigest Digest { get; private set; }

    /// <summary>Judges the subscriber; <paramref name="isWhole"/> where it went on until it had caught up after the load.</summary>
    /// <param name="order">The order in which the store gave all events after the load; null where that is not known.</param>
    public void Judge(SubscriberLane subscriber, bool isWhole, OrderDigest? order)
    {
        for (var i = 0L; i < subscriber.Skipped; i++)
            Skip(subscriber.Other!.Observed(i));

        var last = 0L;
        for (var i = 0L; i < subscriber.Lane.ObservedCount; i++)
        {
            var seen = subscriber.Lane.Observed(i);
            var isSame = stored.IsThere(seen.Number) && seen.Fold == stored.FoldOf(_sent[seen.Number]);
            if (!Take(seen.Number, seen.Version, isSame))
                continue;

            if (!subscriber.Follows(seen.Number))
                Add(FindingKind.Misplaced, seen.Number, ", which it does not follow");

            var rank = stored.RankOf(seen.Number);
            if (rank > 0 && rank < last)
                Add(FindingKind.SubscriptionReordered, seen.Number, " behind one that comes after it in the order of all events");

            last = Math.Max(last, rank);
        }

        Complete(isWhole, order, subscriber.Follows);
    }

    /// <summary>Takes the next event, which had the content that was sent if <paramref name="isSame"/> is true.</summary>
    /// <returns>False for one that may not be there, or came before.</returns>
    public bool Take(long number, long version, bool isSame)
    {
        Digest = Digest.With(number);
        var isThere = stored.IsThere(number);
        if (!isThere && !(isReading && _sent[number].IsUnknown))
        {
            Add(FindingKind.DirtyRead, number, ", which is not there");
            return false;
        }

        if (_delivered[number])
        {
            Add(FindingKind.SubscriptionRepeated, number, "");
            return false;
        }

        _delivered[number] = true;
        if (!isSame)
            Add(FindingKind.ContentChanged, number, "");

        var stream = _sent[number].Stream;
        var last = _versions.GetValueOrDefault(stream);
        if (version <= last || (_sent.HasStreams && !isReading && version != last + 1))
            Add(FindingKind.SubscriptionReordered, number, $" as version {version} after {last}");
        else if (isThere && version != stored.VersionOf(number))
            Add(FindingKind.SubscriptionReordered, number, $" as version {version}, and is {stored.VersionOf(number)}");

        _versions[stream] = Math.Max(last, version);
        return true;
    }

    /// <summary>All was taken. Where it was cut off (<paramref name="isWhole"/> is false), nothing is taken to be missing.</summary>
    public void Complete(bool isWhole, OrderDigest? order, Func<long, bool> follows)
    {
        if (order?.IsOtherOrder(Digest) == true)
            findings.Add(FindingKind.SubscriptionReordered, $"another order than another reading gave{where}");

        foreach (var number in isWhole ? stored.Present().Where(n => !_delivered[n] && follows(n)) : [])
            Add(FindingKind.SubscriptionMissed, number, "");
    }

    // What the other subscriber was given is judged there.
    private void Skip(in Observation seen)
    {
        Digest = Digest.With(seen.Number);
        if (!stored.IsThere(seen.Number))
            return;

        _delivered[seen.Number] = true;
        _versions[_sent[seen.Number].Stream] = seen.Version;
    }

    private void Add(FindingKind kind, long number, string what) =>
        findings.Add(kind, $"{(number < 0 ? "an event that was never sent" : _sent.Describe(number))}{what}{where}");
}

/// <summary>What a subscriber was given. Where it began at a checkpoint of another one, it skipped the first events of that one.</summary>
internal sealed record SubscriberLane(HistoryLane Lane, HistoryLane? Other = null, long Skipped = 0)
{
    /// <summary>Whether it follows an event, by its number. Default: all.</summary>
    public Func<long, bool> Follows { get; init; } = _ => true;
}

/// <summary>How many events a reading gave, and a hash of their numbers in its order.</summary>
internal readonly record struct OrderDigest(long Count, ulong Hash)
{
    // Odd and large: with a small one, orders of neighbours have the same hash.
    private const ulong Multiplier = 0x9E3779B97F4A7C15;

    public OrderDigest With(long number) => new(Count + 1, (Hash * Multiplier) + (ulong)number);

    /// <summary>Whether as many events came in another order. Of readings with other counts, another check says why.</summary>
    public bool IsOtherOrder(OrderDigest other) => Count == other.Count && Hash != other.Hash;
}
