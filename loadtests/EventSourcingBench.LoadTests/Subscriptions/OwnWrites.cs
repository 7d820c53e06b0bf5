namespace EventSourcingBench.LoadTests.Subscriptions;

/// <summary>How long until a writer finds what it wrote in the read model: it asks for the row of its event every millisecond, from the
/// acknowledgement on. Each worker waits for one event at a time, beside the load, and leaves out those that it sends meanwhile.</summary>
internal sealed class OwnWrites(IReadModel model, int workers, DeliveryTimes deliveries, TimeSpan timeout, TimeProvider time)
{
    private static readonly TimeSpan Poll = TimeSpan.FromMilliseconds(1);
    private readonly Task[] _waiting = [.. Enumerable.Repeat(Task.CompletedTask, workers)];
    private readonly LatencyHistogram _delays = new();
    private readonly Lock _lock = new();
    private string? _failure;

    /// <summary>A worker has its acknowledgement.</summary>
    public void Written(int worker, long number, Guid id)
    {
        if (_waiting[worker].IsCompletedSuccessfully)
            _waiting[worker] = WaitAsync(number, id);
    }

    /// <summary>From just before the event was sent until it was found. When all waiting is over.</summary>
    /// <exception cref="StoreFailureException">An event was not found in time, or the read model could not be asked.</exception>
    public async Task<DelayRecord> SumUpAsync()
    {
        await Task.WhenAll(_waiting);
        return _failure is null ? DelayRecord.Of([_delays]) : throw new StoreFailureException(_failure);
    }

    private async Task WaitAsync(long number, Guid id)
    {
        var begun = time.GetTimestamp();
        try
        {
            while (await model.FindAsync(id) is null)
            {
                if (time.GetElapsedTime(begun) > timeout)
                    throw new StoreUnavailableException($"A writer's event was not in the read model within {DurationText.Of(timeout)}.");

                await time.DelayAsync(Poll, CancellationToken.None);
            }
        }
        catch (StoreUnavailableException e)
        {
            _failure = e.Message;
            return;
        }

        if (deliveries.DelayOf(number, time.GetTimestamp()) is { } delay)
        {
            lock (_lock)
            {
                _delays.Record(delay);
            }
        }
    }
}
