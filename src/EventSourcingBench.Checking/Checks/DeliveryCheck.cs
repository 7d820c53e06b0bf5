namespace EventSourcingBench.Checking.Checks;

/// <summary>
/// Judges what the subscription beside the load delivered: every event that is there, once, in the order of its stream without a
/// gap, and nothing that is not there afterwards.
/// </summary>
internal sealed class DeliveryCheck(StoredEvents stored, Findings findings)
{
    private const string By = "by the subscription beside the load";
    private readonly SentEvents _sent = stored.Sent;

    /// <summary>Judges one subscriber.</summary>
    /// <param name="lane">Its lane.</param>
    /// <param name="isWhole">Whether it went on until it had caught up after the load.</param>
    public void Judge(HistoryLane lane, bool isWhole)
    {
        var versions = new Dictionary<int, long>();
        for (var i = 0L; i < lane.ObservedCount; i++)
        {
            Take(lane.Observed(i), versions);
        }

        for (var number = 0L; isWhole && number < stored.Count; number++)
        {
            if (stored.IsThere(number) && !stored.Has(number, Marks.DeliveredLive))
            {
                findings.Add(FindingKind.SubscriptionMissed, number, n => $"missed {By}: {_sent.Describe(n)}");
            }
        }
    }

    private void Take(in Observation seen, Dictionary<int, long> versions)
    {
        if (seen.Number < 0 || !stored.IsThere(seen.Number))
        {
            findings.Add(
                FindingKind.DirtyRead,
                seen.Number,
                n => $"dirty read {By}: {(n < 0 ? "an event that was never sent" : _sent.Describe(n))}, which is not there");
            return;
        }

        if (!stored.Mark(seen.Number, Marks.DeliveredLive))
        {
            findings.Add(FindingKind.SubscriptionRepeated, seen.Number, n => $"repeated {By}: {_sent.Describe(n)}");
            return;
        }

        var sent = _sent[seen.Number];
        if (seen.Fold != Observation.FoldOf(sent.Hash))
        {
            findings.Add(FindingKind.ContentChanged, seen.Number, n => $"content changed {By}: {_sent.Describe(n)}");
        }

        var last = versions.GetValueOrDefault(sent.Stream);
        if (seen.Version <= last || (_sent.HasStreams && seen.Version != last + 1))
        {
            findings.Add(
                FindingKind.SubscriptionReordered,
                (seen, last),
                s => $"reordered {By}: {_sent.Describe(s.seen.Number)} came as version {s.seen.Version} after {s.last}");
        }

        versions[sent.Stream] = Math.Max(last, seen.Version);
    }
}
