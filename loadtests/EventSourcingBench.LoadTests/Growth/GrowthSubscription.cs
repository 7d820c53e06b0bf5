namespace EventSourcingBench.LoadTests.Growth;

/// <summary>The subscription of a growing store: at each sample it goes on from its checkpoint. What it delivers goes into the history.
/// </summary>
internal sealed class GrowthSubscription(GrowthStep growth)
{
    private readonly HistoryLane _lane = growth.History.AddLane();
    private Checkpoint _checkpoint = Checkpoint.Start;

    /// <summary>What it delivered; null where the store has no subscription.</summary>
    public HistoryLane? Deliveries => growth.Store.Subscription is null ? null : _lane;

    /// <summary>Delivers what is new. Where events are appended meanwhile (<c>isLoaded</c>) it may never catch up: those that are there now
    /// are enough.</summary>
    /// <returns>Events a second; null where the store has no subscription.</returns>
    public async Task<double?> CatchUpAsync(bool isLoaded, CancellationToken cancellationToken)
    {
        if (growth.Store.Subscription is not { } subscription)
            return null;

        // Judging an event takes longer than its delivery, so that it waits until the time is taken.
        var batches = new List<EventBatch>();
        var (count, target) = (0L, isLoaded ? growth.Acknowledged - _lane.ObservedCount : long.MaxValue);
        var outcome = Outcome.Error;
        _lane.Begin(_lane.Count, due: null, OperationKind.Delivery, Operation.NoKey);
        try
        {
            var start = growth.Time.GetTimestamp();
            await foreach (var batch in subscription.SubscribeAsync(_checkpoint, cancellationToken))
            {
                batches.Add(batch);
                count += batch.Events.Count;
                _checkpoint = batch.Checkpoint;
                if (batch.CaughtUp || count >= target)
                    break;
            }

            var elapsed = growth.Time.GetElapsedTime(start);
            outcome = Outcome.Success;
            return count / elapsed.TotalSeconds;
        }
        finally
        {
            _lane.Observe(growth.History.Ids, batches.SelectMany(b => b.Events).Select(new DirectReadBack(growth.Store).Found));
            _lane.End(outcome);
        }
    }
}
