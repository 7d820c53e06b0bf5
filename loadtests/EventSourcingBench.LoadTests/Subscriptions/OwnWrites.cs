namespace EventSourcingBench.LoadTests.Subscriptions;

/// <summary>How long until a writer finds what it wrote in the read model, as where the projection runs elsewhere: it compares the
/// projection's checkpoint with the position of its event where the store has <see cref="StoreCapabilities.PositionCheckpoints"/>, and asks
/// for its row where not; at once, then after pauses of 1, 2, 4, 8 and 16 ms. Each worker waits for one event at a time.</summary>
internal sealed class OwnWrites(
    DirectReadModel model, bool byPosition, int workers, DeliveryTimes deliveries, TimeSpan timeout, TimeProvider time)
{
    private static readonly TimeSpan ShortestPause = TimeSpan.FromMilliseconds(1);
    private static readonly TimeSpan LongestPause = TimeSpan.FromMilliseconds(16);
    private readonly Task[] _waiting = [.. Enumerable.Repeat(Task.CompletedTask, workers)];
    private readonly LatencyHistogram _delays = new();
    private readonly Lock _lock = new();
    private string? _failure;

    /// <summary>What a writer asks for: <c>position</c> or <c>row</c>.</summary>
    public string By => byPosition ? "position" : "row";

    public void Written(int worker, long number, Guid id, long position)
    {
        // Apart from the worker: an embedded store answers on the thread that asks.
        if (_waiting[worker].IsCompleted)
            _waiting[worker] = Task.Run(() => WaitAsync(number, id, position));
    }

    /// <summary>From just before the event was sent until it was found. When all waiting is over.</summary>
    /// <exception cref="StoreFailureException">An event was not found in time, or the read model could not be asked.</exception>
    public async Task<DelayRecord> SumUpAsync()
    {
        await Task.WhenAll(_waiting);
        return _failure is null ? DelayRecord.Of([_delays]) : throw new StoreFailureException(_failure);
    }

    private async Task WaitAsync(long number, Guid id, long position)
    {
        using var limit = new CancellationTokenSource(timeout, time);
        try
        {
            for (var pause = ShortestPause; !await IsThereAsync(id, position, limit.Token); pause = Twice(pause))
                await Task.Delay(pause, time, limit.Token);
        }
        catch (Exception e)
        {
            // Whatever it is: the worker's next event replaces this task.
            _failure = e is OperationCanceledException
                ? $"A writer's event was not in the read model within {DurationText.Of(timeout)}."
                : Secrets.OfThisProcess.Redact(e.Message);
            return;
        }

        if (deliveries.DelayOf(number, time.GetTimestamp()) is { } delay)
        {
            lock (_lock)
                _delays.Record(delay);
        }
    }

    private static TimeSpan Twice(TimeSpan pause) => pause < LongestPause ? 2 * pause : pause;

    private async Task<bool> IsThereAsync(Guid id, long position, CancellationToken cancellationToken)
    {
        if (byPosition && await model.ReadPositionAsync(cancellationToken) < position)
            return false;

        var isThere = await model.Rows.FindAsync(id, cancellationToken) is { } row && row.EventId == id;
        return isThere || !byPosition ? isThere : throw new StoreUnavailableException(
            "The projection's checkpoint has passed the position of a writer's event, and the read model does not show it.");
    }
}
