using EventSourcingBench.Abstractions;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>
/// Holds a store to a ledger of events that were poured in: reads every stream, then the subscription where there is one.
/// Its memory does not grow with the events.
/// </summary>
/// <param name="store">The store.</param>
/// <param name="ledger">What was poured in; its states get marks.</param>
/// <param name="isOther">Whether an event is one that was appended besides, and is left aside.</param>
internal sealed class PouredVerifier(PouredStore store, PouredLedger ledger, Func<RecordedEvent, bool> isOther)
{
    // The store may still be at work on a batch that was given up.
    private static readonly TimeSpan Settle = TimeSpan.FromSeconds(1);

    private readonly Findings _findings = new();
    private readonly Dictionary<string, int> _numbers = ledger.Streams.Select((s, i) => (s.Value, i)).ToDictionary(s => s.Value, s => s.i, StringComparer.Ordinal);

    /// <summary>
    /// Reads everything and judges. What goes wrong while reading is the verdict <c>not verified</c>, with what was found until then.
    /// </summary>
    /// <param name="time">The clock.</param>
    /// <param name="rows">Rows of a read model that has one for each event; null where there is none.</param>
    /// <param name="cancellationToken">Ends the reading.</param>
    public async Task<VerdictRecord> VerifyAsync(TimeProvider time, long? rows, CancellationToken cancellationToken)
    {
        var unknown = Count(s => s.HasFlag(PouredState.Unknown));
        string? obstacle = null;
        var isRead = false;
        try
        {
            if (unknown > 0)
            {
                await Task.Delay(Settle, time, cancellationToken);
            }

            await ReadStreamsAsync(cancellationToken);
            isRead = true;
            JudgeStored(isWhole: true);
            JudgeRows(rows);
            if (store.Subscription is { } subscription)
            {
                await ReadSubscriptionAsync(subscription, cancellationToken);
                JudgeDelivered();
            }
        }
        catch (Exception e)
        {
            obstacle = cancellationToken.IsCancellationRequested ? "interrupted." : e.Message;
        }

        if (!isRead)
        {
            JudgeStored(isWhole: false);
        }

        var applied = Count(s => s.HasFlag(PouredState.Unknown | PouredState.Stored));
        return Verdict.Of(_findings, ledger.Acknowledged, unknown, applied, obstacle);
    }

    private long Count(Predicate<PouredState> of)
    {
        var count = 0L;
        foreach (var state in ledger.States)
        {
            count += of(state) ? 1 : 0;
        }

        return count;
    }

    private async Task ReadStreamsAsync(CancellationToken cancellationToken)
    {
        for (var stream = 0; stream < ledger.Streams.Count; stream++)
        {
            var (version, number) = (0L, -1L);
            await foreach (var found in store.Events.ReadStreamAsync(ledger.Streams[stream], cancellationToken: cancellationToken))
            {
                if (found.Version > version + 1)
                {
                    _findings.Add(FindingKind.Gap, found.Version - version - 1, found, f => $"a gap before version {f.Version} of {f.Stream}");
                }
                else if (found.Version <= version)
                {
                    _findings.Add(FindingKind.Misplaced, found, f => $"{f.Id} has version {f.Version} of {f.Stream}, which was there already");
                }

                version = found.Version;
                if (!isOther(found))
                {
                    number = Take(found, stream, number);
                }
            }
        }
    }

    private long Take(RecordedEvent found, int stream, long before)
    {
        var number = ledger.Ids.NumberOf(found.Id);
        if (number < 0 || number >= ledger.Count)
        {
            _findings.Add(FindingKind.Foreign, found, f => $"nobody sent {f.Id} in {f.Stream}");
            return before;
        }

        ref var state = ref ledger.States[(int)number];
        if (state.HasFlag(PouredState.Stored))
        {
            _findings.Add(FindingKind.Duplicated, found, f => $"{f.Id} is there again in {f.Stream}");
            return before;
        }

        state |= PouredState.Stored;
        if (ledger.StreamOf(number) != stream || number < before)
        {
            _findings.Add(FindingKind.Misplaced, found, f => $"{f.Id} is at the wrong place {f.Version} of {f.Stream}");
        }

        return Math.Max(before, number);
    }

    private void JudgeStored(bool isWhole)
    {
        for (var number = 0; number < ledger.States.Length; number++)
        {
            var state = ledger.States[number];
            if (isWhole && state == PouredState.Acknowledged)
            {
                _findings.Add(FindingKind.Lost, number, n => $"acknowledged, not there: {ledger.Ids.Of(n)}");
            }
            else if (state == PouredState.Stored)
            {
                _findings.Add(FindingKind.RefusedApplied, number, n => $"refused, and there: {ledger.Ids.Of(n)}");
            }
        }
    }

    private void JudgeRows(long? rows)
    {
        var missing = rows is { } there ? Count(s => s.HasFlag(PouredState.Stored)) - there : 0;
        _findings.Add(FindingKind.RowMissing, missing, missing, m => $"rows missing in the read model: {m}");
        _findings.Add(FindingKind.RowSurplus, -missing, -missing, m => $"rows too many in the read model: {m}");
    }

    private async Task ReadSubscriptionAsync(ICatchUpSubscription subscription, CancellationToken cancellationToken)
    {
        var versions = new long[ledger.Streams.Count];
        await foreach (var batch in subscription.SubscribeAsync(Checkpoint.Start, cancellationToken))
        {
            foreach (var delivered in batch.Events)
            {
                TakeDelivered(delivered, versions);
            }

            if (batch.CaughtUp)
            {
                return;
            }
        }
    }

    private void TakeDelivered(RecordedEvent delivered, long[] versions)
    {
        if (_numbers.TryGetValue(delivered.Stream.Value, out var stream))
        {
            if (delivered.Version <= versions[stream])
            {
                _findings.Add(FindingKind.SubscriptionReordered, delivered, d => $"reordered by the subscription: {d.Stream} {d.Version}");
            }

            versions[stream] = Math.Max(versions[stream], delivered.Version);
        }

        var number = ledger.Ids.NumberOf(delivered.Id);
        if (number >= 0 && number < ledger.Count)
        {
            ref var state = ref ledger.States[(int)number];
            if (state.HasFlag(PouredState.Delivered))
            {
                _findings.Add(FindingKind.SubscriptionRepeated, delivered, d => $"repeated by the subscription: {d.Id}");
            }

            state |= PouredState.Delivered;
        }
        else if (!isOther(delivered))
        {
            _findings.Add(FindingKind.Foreign, delivered, f => $"nobody sent {f.Id} in {f.Stream}");
        }
    }

    private void JudgeDelivered()
    {
        for (var number = 0; number < ledger.States.Length; number++)
        {
            var state = ledger.States[number];
            if (state.HasFlag(PouredState.Stored) && !state.HasFlag(PouredState.Delivered))
            {
                _findings.Add(FindingKind.SubscriptionMissed, number, n => $"missed by the subscription: {ledger.Ids.Of(n)}");
            }
        }
    }
}
