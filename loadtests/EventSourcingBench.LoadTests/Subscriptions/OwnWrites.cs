namespace EventSourcingBench.LoadTests.Subscriptions;

/// <summary>How long until a writer finds what it wrote in the read model: it is notified when the projection, which runs in this process,
/// has saved its event, and then asks for the row. Each worker waits for one event at a time, and leaves out later ones.</summary>
internal sealed class OwnWrites(DirectReadModel model, int workers, DeliveryTimes deliveries, TimeSpan timeout, TimeProvider time)
{
    private readonly Task[] _waiting = [.. Enumerable.Repeat(Task.CompletedTask, workers)];

    // Of the event that a worker sends; null where the worker still waits for an earlier one.
    private readonly Task?[] _saved = new Task?[workers];
    private readonly LatencyHistogram _delays = new();
    private readonly Lock _lock = new();
    private string? _failure;

    public void Begin(int worker, Guid id) => _saved[worker] = _waiting[worker].IsCompletedSuccessfully ? model.WhenSaved(id) : null;

    public void Written(int worker, long number, Guid id)
    {
        if (_saved[worker] is { } saved)
            _waiting[worker] = WaitAsync(number, id, saved);
    }

    /// <summary>From just before the event was sent until it was found. When all waiting is over.</summary>
    /// <exception cref="StoreFailureException">An event was not found in time, or the read model could not be asked.</exception>
    public async Task<DelayRecord> SumUpAsync()
    {
        await Task.WhenAll(_waiting);
        return _failure is null ? DelayRecord.Of([_delays]) : throw new StoreFailureException(_failure);
    }

    private async Task WaitAsync(long number, Guid id, Task saved)
    {
        try
        {
            await saved.WaitAsync(timeout, time);
            if (await model.Rows.FindAsync(id) is null)
                throw new StoreUnavailableException("A writer's event was reported as saved, and the read model does not show it.");
        }
        catch (Exception e) when (e is TimeoutException or StoreUnavailableException)
        {
            _failure = e is TimeoutException
                ? $"A writer's event was not in the read model within {DurationText.Of(timeout)}." : e.Message;
            return;
        }

        if (deliveries.DelayOf(number, time.GetTimestamp()) is { } delay)
        {
            lock (_lock)
                _delays.Record(delay);
        }
    }
}
