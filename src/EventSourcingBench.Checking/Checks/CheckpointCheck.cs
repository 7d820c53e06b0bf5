namespace EventSourcingBench.Checking.Checks;

/// <summary>
/// Subscribes again after checkpoints within the order: the next event must be the one that followed there. Checkpoints are kept at
/// growing distances, so that a few cover a reading of any length.
/// </summary>
internal sealed class CheckpointCheck(Findings findings, string where)
{
    private const int MaxKept = 8;
    private readonly List<(string Checkpoint, FoundEvent Last, FoundEvent? Next)> _kept = [];
    private long _batches;
    private long _keepAt = 1;

    /// <summary>Takes the next batch of the reading.</summary>
    public void Take(IReadOnlyList<FoundEvent> events, string checkpoint)
    {
        if (events.Count == 0)
        {
            return;
        }

        if (_kept is [.., { Next: null } waiting])
        {
            _kept[^1] = waiting with { Next = events[0] };
        }

        if (++_batches == _keepAt && _kept.Count < MaxKept)
        {
            _kept.Add((checkpoint, events[^1], null));
            _keepAt *= 2;
        }
    }

    /// <summary>Subscribes after each checkpoint that was kept.</summary>
    public async Task ReadAsync(IReadBack readBack, Func<string, bool> isOther, CancellationToken cancellationToken)
    {
        foreach (var (checkpoint, last, next) in _kept.Where(k => k.Next is not null))
        {
            Judge(last, next!.Value, await FirstAsync(readBack, checkpoint, isOther, cancellationToken));
        }
    }

    private static async Task<FoundEvent?> FirstAsync(
        IReadBack readBack, string checkpoint, Func<string, bool> isOther, CancellationToken cancellationToken)
    {
        await foreach (var batch in readBack.ReadAllAsync(checkpoint, cancellationToken))
        {
            foreach (var found in batch.Events)
            {
                if (!isOther(found.Stream))
                {
                    return found;
                }
            }
        }

        return null;
    }

    private void Judge(FoundEvent last, FoundEvent next, FoundEvent? first)
    {
        if (first?.Id == next.Id)
        {
            return;
        }

        var kind = first?.Id == last.Id ? FindingKind.SubscriptionRepeated : FindingKind.SubscriptionMissed;
        findings.Add(
            kind,
            (next, first),
            s => $"{kind.Title} after a checkpoint: {s.first?.Id.ToString() ?? "nothing"} came where {s.next.Id} follows{where}");
    }
}
