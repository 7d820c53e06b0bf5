namespace EventSourcingBench.Checking.Checks;

/// <summary>Subscribes again after checkpoints within the order: the next event must be the one that followed there. Checkpoints are kept
/// at growing distances, so that a few cover a reading of any length.</summary>
internal sealed class CheckpointCheck(Findings findings, string where)
{
    private const int MaxKept = 8;
    private readonly List<(string Checkpoint, FoundEvent Last, FoundEvent? Next)> _kept = [];
    private long _batches;
    private long _keepAt = 1;

    public void Take(List<FoundEvent> events, string checkpoint)
    {
        if (events.Count == 0)
            return;

        if (_kept is [.., { Next: null } waiting])
            _kept[^1] = waiting with { Next = events[0] };

        if (++_batches == _keepAt && _kept.Count < MaxKept)
        {
            _kept.Add((checkpoint, events[^1], null));
            _keepAt *= 2;
        }
    }

    public async Task ReadAsync(IReadBack readBack, Func<string, bool> isOther)
    {
        foreach (var (checkpoint, last, next) in _kept.Where(k => k.Next is not null))
        {
            var first = await readBack.ReadAllAsync(checkpoint, CancellationToken.None)
                .SelectMany(b => b.Events.Where(e => !isOther(e.Stream)).Select(e => (Guid?)e.Id)).FirstOrDefaultAsync();
            if (first != next!.Value.Id)
            {
                var kind = first == last.Id ? FindingKind.SubscriptionRepeated : FindingKind.SubscriptionMissed;
                var came = first?.ToString() ?? "nothing";
                findings.Add(kind, $"{came} came after a checkpoint where {next.Value.Id} follows{where}");
            }
        }
    }
}
