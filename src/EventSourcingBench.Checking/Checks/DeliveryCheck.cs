namespace EventSourcingBench.Checking.Checks;

/// <summary>Judges what the subscription beside the load delivered: every event that is there, once, in the order of its stream without a
/// gap, and nothing that is not there afterwards.</summary>
internal sealed class DeliveryCheck(StoredEvents stored, Findings findings)
{
    private const string By = "by the subscription beside the load";
    private readonly Dictionary<int, long> _versions = [];
    private readonly SentEvents _sent = stored.Sent;

    /// <summary>Judges the subscriber; <paramref name="isWhole"/> where it went on until it had caught up after the load.</summary>
    public void Judge(HistoryLane lane, bool isWhole)
    {
        for (var i = 0L; i < lane.ObservedCount; i++)
            Take(lane.Observed(i));

        foreach (var number in isWhole ? stored.Missing(Marks.DeliveredLive) : [])
            findings.Add(FindingKind.SubscriptionMissed, $"missed {By}: {_sent.Describe(number)}");
    }

    private void Take(in Observation seen)
    {
        var number = seen.Number;
        if (number < 0 || !stored.IsThere(number))
        {
            var what = number < 0 ? "an event that was never sent" : _sent.Describe(number);
            findings.Add(FindingKind.DirtyRead, $"dirty read {By}: {what}, which is not there");
            return;
        }

        if (!stored.Mark(number, Marks.DeliveredLive))
        {
            findings.Add(FindingKind.SubscriptionRepeated, $"repeated {By}: {_sent.Describe(number)}");
            return;
        }

        var sent = _sent[number];
        if (seen.Fold != Observation.FoldOf(sent.Hash))
            findings.Add(FindingKind.ContentChanged, $"content changed {By}: {_sent.Describe(number)}");

        var last = _versions.GetValueOrDefault(sent.Stream);
        if (seen.Version <= last || (_sent.HasStreams && seen.Version != last + 1))
        {
            findings.Add(
                FindingKind.SubscriptionReordered, $"reordered {By}: {_sent.Describe(number)} came as version {seen.Version} after {last}");
        }

        _versions[sent.Stream] = Math.Max(last, seen.Version);
    }
}
