using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>
/// Reads the catch-up subscription twice, after the streams: it delivers all that the streams have, none twice, in the
/// order of each stream, and both times in the same order.
/// </summary>
internal sealed class SubscriptionCheck(EventTable table) : ICheck
{
    private readonly SubscriptionReading _first = new();
    private readonly SubscriptionReading _second = new();

    public async Task ReadAsync(IReadBack readBack, CancellationToken cancellationToken)
    {
        await foreach (var delivered in readBack.ReadAllAsync(cancellationToken).WithCancellation(cancellationToken))
        {
            var index = Enter(delivered, _first);
            if (++table.States[index].DeliveredFirst == 1)
            {
                _first.Add(index, delivered);
            }
        }

        await foreach (var delivered in readBack.ReadAllAsync(cancellationToken).WithCancellation(cancellationToken))
        {
            var index = Enter(delivered, _second);
            if (++table.States[index].DeliveredSecond == 1)
            {
                _second.Add(index, delivered);
            }
        }
    }

    public void Judge(Findings findings, bool isWhole)
    {
        foreach (ref readonly var state in table.States)
        {
            JudgeEvent(state, findings, isWhole);
        }

        JudgeOrder(findings);
    }

    private int Enter(DeliveredEvent delivered, SubscriptionReading reading)
    {
        var index = table.FindOrAdd(delivered.EventId);
        ref var state = ref table.States[index];
        if (state.IsSent && table.Streams[state.Sent.Stream].Name != delivered.Stream)
        {
            state.DeliveredElsewhere = true;
        }

        // Of an event that is stored twice, either place is right.
        var isElsewhere = state.StoredVersion != delivered.Version || table.Streams[state.StoredStream].Name != delivered.Stream;
        if (state.Stored == 1 && isElsewhere)
        {
            reading.Mislabelled++;
        }

        return index;
    }

    private static void JudgeEvent(in EventState state, Findings findings, bool isWhole)
    {
        // Whoever is known by now must come: the first reading may have seen what was written after the streams were read.
        var known = Math.Max(state.Stored, Math.Min(1, state.DeliveredFirst));
        if (isWhole && (state.DeliveredFirst < state.Stored || state.DeliveredSecond < known))
        {
            findings.Add(FindingKind.SubscriptionMissed, state.Sent.EventId, id => $"missed by the subscription: {id}");
        }

        if (Math.Max(state.DeliveredFirst, state.DeliveredSecond) > Math.Max(1, state.Stored))
        {
            findings.Add(FindingKind.SubscriptionRepeated, state.Sent.EventId, id => $"repeated by the subscription: {id}");
        }
    }

    // One event out of place can show in several comparisons: the greatest of them is what is certain, their sum is not.
    private void JudgeOrder(Findings findings)
    {
        var (firstCount, firstStream) = _first.OutOfStreamOrder();
        var (secondCount, secondStream) = _second.OutOfStreamOrder();
        var between = SubscriptionReading.Difference(_first, _second, table.States.Length);
        var mislabelled = Math.Max(_first.Mislabelled, _second.Mislabelled);
        var count = new[] { firstCount, secondCount, between, mislabelled }.Max();
        var what = (firstStream ?? secondStream) is { } stream ? $"{stream} came out of the order of its versions"
            : between > 0 ? "two readings gave two orders"
            : "events came with another version or stream than they have";
        findings.Add(FindingKind.SubscriptionReordered, count, what, w => $"reordered by the subscription: {w}");
    }
}
