namespace EventSourcingBench.LoadTests.Subscriptions;

/// <summary>One live subscriber: it enters what it gets in the history, with the time that each event took, and subscribes again after its
/// checkpoint where the connection broke.</summary>
internal sealed class LiveSubscriber(
    ICatchUpSubscription subscription,
    StepHistory history,
    Func<RecordedEvent, FoundEvent> read,
    DeliveryTimes deliveries,
    TimeProvider time)
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(50);
    private readonly LatencyHistogram _delays = new();
    private readonly TaskCompletionSource _live = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private Checkpoint _checkpoint = Checkpoint.Start;
    private long _from = long.MaxValue;

    /// <summary>What it was given.</summary>
    public HistoryLane Lane { get; } = history.AddLane();

    /// <summary>How long it takes for an event.</summary>
    public TimeSpan Delay { get; set; }

    /// <summary>How long after they were sent it was given the events of the measured time. To be asked when it has ended.</summary>
    public LatencyHistogram Delays => _delays;

    /// <summary>Why it subscribed again, the last time; null where it did not.</summary>
    public string? Failure { get; private set; }

    /// <summary>How often it subscribed again.</summary>
    public int Failures { get; private set; }

    /// <summary>Ends when it has caught up for the first time.</summary>
    public Task Live => _live.Task;

    /// <summary>Events that are sent from now on are measured.</summary>
    public void MeasureFrom(long timestamp) => Volatile.Write(ref _from, timestamp);

    /// <summary>Follows the store until it is cancelled, between two batches.</summary>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        while (!cancellationToken.IsCancellationRequested)
        {
            try
            {
                await FollowAsync(untilCaughtUp: false, cancellationToken);
            }
            catch (Exception e)
            {
                if (cancellationToken.IsCancellationRequested)
                    return;

                // Whatever the store throws: it goes on after its checkpoint, as a subscriber of an application would.
                (Failure, Failures) = (Secrets.OfThisProcess.Redact(e.Message), Failures + 1);
                await time.DelayAsync(Pause, CancellationToken.None);
            }
        }
    }

    /// <summary>After it was cancelled: takes what has come since, up to the end.</summary>
    public Task CatchUpAsync(CancellationToken cancellationToken) => FollowAsync(untilCaughtUp: true, cancellationToken);

    private async Task FollowAsync(bool untilCaughtUp, CancellationToken cancellationToken)
    {
        Lane.Begin(Lane.Count, due: null, OperationKind.Delivery, Operation.NoKey);
        var outcome = Outcome.Error;
        try
        {
            await foreach (var batch in subscription.SubscribeAsync(_checkpoint, cancellationToken))
            {
                foreach (var recorded in batch.Events)
                {
                    // What is left after the load is not waited for.
                    if (Delay > TimeSpan.Zero && !untilCaughtUp && !cancellationToken.IsCancellationRequested)
                        await time.DelayAsync(Delay, CancellationToken.None);

                    Take(recorded);
                }

                _checkpoint = batch.Checkpoint;
                if (batch.CaughtUp)
                    _live.TrySetResult();

                if (batch.CaughtUp && untilCaughtUp)
                    break;
            }

            outcome = Outcome.Success;
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            outcome = Outcome.Success;
            throw;
        }
        finally
        {
            Lane.End(outcome);
        }
    }

    private void Take(RecordedEvent recorded)
    {
        var (now, number) = (time.GetTimestamp(), history.Ids.NumberOf(recorded.Id));
        if (number >= 0 && deliveries.Deliver(number, now, Volatile.Read(ref _from)) is { } delay)
            _delays.Record(delay);

        Lane.Observe(history.Ids, read(recorded));
    }
}
