namespace EventSourcingBench.Checking.Checks;

/// <summary>Subscribes again after checkpoints within the order: the next events must be those that followed there. Checkpoints are kept
/// at growing distances, so that a few cover a reading of any length.</summary>
internal sealed class CheckpointCheck(Findings findings)
{
    private const int MaxKept = 8;
    private const int MaxNext = 16;
    private readonly List<(string Checkpoint, Guid Last, List<Guid> Next)> _kept = [];
    private long _batches;
    private long _keepAt = 1;

    public void Take(List<FoundEvent> events, string checkpoint)
    {
        if (events.Count == 0)
            return;

        if (_kept is [.., { Next: { Count: < MaxNext } next }])
            next.AddRange(events.Take(MaxNext - next.Count).Select(e => e.Id));

        if (++_batches == _keepAt && _kept.Count < MaxKept)
        {
            _kept.Add((checkpoint, events[^1].Id, []));
            _keepAt *= 2;
        }
    }

    /// <param name="where">Which process is asked, for examples.</param>
    public async Task ReadAsync(IReadBack readBack, Func<string, bool> isOther, string where)
    {
        foreach (var (checkpoint, last, next) in _kept.Where(k => k.Next.Count > 0))
        {
            var came = await readBack.ReadAllAsync(checkpoint, CancellationToken.None)
                .SelectMany(b => b.Events.Where(e => !isOther(e.Stream)).Select(e => e.Id)).Take(next.Count).ToListAsync();
            var same = came.Zip(next).TakeWhile(p => p.First == p.Second).Count();
            if (same == next.Count)
                continue;

            var isLast = same == 0 && came is [var first, ..] && first == last;
            var instead = same < came.Count ? $"{came[same]}" : "nothing";
            findings.Add(
                isLast ? FindingKind.SubscriptionRepeated : FindingKind.SubscriptionMissed,
                $"{instead} came as number {same + 1} after a checkpoint, where {next[same]} follows{where}");
        }
    }
}
