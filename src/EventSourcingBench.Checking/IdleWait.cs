namespace EventSourcingBench.Checking;

/// <summary>Waits until the store is idle: it may be at work on a request whose sender has given up. It is when it has no request under way
/// and nothing new has come into its order for <see cref="Quiet"/>.</summary>
internal sealed class IdleWait(IReadBack readBack, TimeProvider time)
{
    private static readonly TimeSpan Quiet = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan Poll = TimeSpan.FromMilliseconds(100);

    /// <summary>Returns at once where every outcome is known, and reads show what was acknowledged.</summary>
    /// <exception cref="TimeoutException">It is not idle within half a minute.</exception>
    public async Task WaitAsync(StepHistory history, ReadConsistency reads)
    {
        if (reads == ReadConsistency.Linearizable && (history.Bulk?.CountOf(BulkState.Unknown) ?? 0) == 0
            && !history.Where((in o) => o is { Kind: OperationKind.Append, Outcome: Outcome.Timeout }).Any())
        {
            return;
        }

        // To read all that is there may take longer than the limit, and is not the store's work.
        var (checkpoint, _) = await NewAsync("");
        var begin = time.GetTimestamp();
        var since = begin;
        while (time.GetElapsedTime(since) < Quiet)
        {
            await Task.Delay(Poll, time);
            var pending = await readBack.CountPendingAsync(CancellationToken.None);
            var (next, count) = await NewAsync(checkpoint);
            if (pending > 0 || count > 0)
                (checkpoint, since) = (next, time.GetTimestamp());

            if (time.GetElapsedTime(begin) > Limit)
            {
                throw new TimeoutException(
                    $"{Limit.TotalSeconds:0} s after the load the store is still at work ({pending} requests under way).");
            }
        }
    }

    private async Task<(string Checkpoint, long Count)> NewAsync(string checkpoint)
    {
        var count = 0L;
        var batches = readBack.HasOrder ? readBack.ReadAllAsync(checkpoint, CancellationToken.None) : AsyncEnumerable.Empty<FoundBatch>();
        await foreach (var batch in batches)
            (count, checkpoint) = (count + batch.Events.Count, batch.Checkpoint);

        return (checkpoint, count);
    }
}
