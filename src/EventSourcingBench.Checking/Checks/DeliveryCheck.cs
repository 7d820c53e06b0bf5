namespace EventSourcingBench.Checking.Checks;

/// <summary>Judges what a subscription beside the load delivered: every event that is there, once, in the order of its stream without a
/// gap, and nothing that is not there afterwards.</summary>
internal sealed class DeliveryCheck(StoredEvents stored, Findings findings, string by)
{
    private readonly bool[] _delivered = new bool[stored.Count];
    private readonly Dictionary<int, long> _versions = [];
    private readonly SentEvents _sent = stored.Sent;
    private OrderDigest _digest;

    /// <summary>Judges the subscriber; <paramref name="isWhole"/> where it went on until it had caught up after the load.</summary>
    /// <param name="order">The order in which the store gave all events after the load; null where that is not known.</param>
    public void Judge(SubscriberLane subscriber, bool isWhole, OrderDigest? order)
    {
        for (var i = 0L; i < subscriber.Skipped; i++)
            Skip(subscriber.Other!.Observed(i));

        for (var i = 0L; i < subscriber.Lane.ObservedCount; i++)
            Take(subscriber.Lane.Observed(i), subscriber.Follows);

        if (order?.IsOtherOrder(_digest) == true)
            findings.Add(FindingKind.SubscriptionReordered, $"reordered {by}: it was given another order than later readings");

        foreach (var number in isWhole ? stored.Present().Where(n => !_delivered[n] && subscriber.Follows(n)) : [])
            findings.Add(FindingKind.SubscriptionMissed, $"missed {by}: {_sent.Describe(number)}");
    }

    // What the other subscriber was given is judged there.
    private void Skip(in Observation seen)
    {
        _digest = _digest.With(seen.Number);
        if (!stored.IsThere(seen.Number))
            return;

        _delivered[seen.Number] = true;
        _versions[_sent[seen.Number].Stream] = seen.Version;
    }

    private void Take(in Observation seen, Func<long, bool> follows)
    {
        var number = seen.Number;
        _digest = _digest.With(number);
        if (number < 0 || !stored.IsThere(number))
        {
            var what = number < 0 ? "an event that was never sent" : _sent.Describe(number);
            findings.Add(FindingKind.DirtyRead, $"dirty read {by}: {what}, which is not there");
            return;
        }

        if (_delivered[number])
        {
            findings.Add(FindingKind.SubscriptionRepeated, $"repeated {by}: {_sent.Describe(number)}");
            return;
        }

        if (!follows(number))
            findings.Add(FindingKind.Misplaced, $"misplaced {by}: {_sent.Describe(number)}, which it does not follow");

        _delivered[number] = true;
        var sent = _sent[number];
        if (seen.Fold != stored.FoldOf(sent))
            findings.Add(FindingKind.ContentChanged, $"content changed {by}: {_sent.Describe(number)}");

        var last = _versions.GetValueOrDefault(sent.Stream);
        if (seen.Version <= last || (_sent.HasStreams && seen.Version != last + 1))
        {
            findings.Add(
                FindingKind.SubscriptionReordered, $"reordered {by}: {_sent.Describe(number)} came as version {seen.Version} after {last}");
        }

        else if (seen.Version != stored.VersionOf(number))
        {
            findings.Add(
                FindingKind.SubscriptionReordered,
                $"reordered {by}: {_sent.Describe(number)} came as version {seen.Version}, and is {stored.VersionOf(number)}");
        }

        _versions[sent.Stream] = Math.Max(last, seen.Version);
    }
}

/// <summary>What a subscriber was given. Where it began at a checkpoint of another one, it skipped the first events of that one.</summary>
internal sealed record SubscriberLane(HistoryLane Lane, HistoryLane? Other = null, long Skipped = 0)
{
    /// <summary>Whether it follows an event, by its number. Default: all.</summary>
    public Func<long, bool> Follows { get; init; } = _ => true;
}
