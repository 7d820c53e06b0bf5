namespace EventSourcingBench.LoadTests.Subscriptions;

/// <summary>One live subscriber: it enters what it gets in the history, with the time that each event took, and subscribes again after its
/// checkpoint where the connection broke.</summary>
/// <param name="part">The one stream or category that it follows, by its number; null: all events.</param>
internal sealed class LiveSubscriber(DirectReadBack store, SubscriptionLoad load, SubscriberPlace from, int? part, TimeProvider time)
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(50);
    private readonly TaskCompletionSource<(long, long)> _live = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private string _checkpoint = from.Checkpoint;
    private readonly long _behind = part is null ? load.History.AcknowledgedInAll : 0;
    private bool _hasCaughtUp;
    private readonly StreamSelection? _only = part is { } one ? load.SelectionOf(one) : null;
    private long _reached = part is { } own ? load.NextOf(own, after: -1) : from.Count;

    public HistoryLane Lane { get; } = load.History.AddLane();

    /// <summary>The events of the store that are behind it: what it was given, and what came before the place where it began. Of one stream
    /// or category those before the next event that it follows.</summary>
    public long Count => part is null ? from.Count + Lane.ObservedCount : Volatile.Read(ref _reached);

    /// <summary>Whether it has the events that were acknowledged so far; of one stream or category up to the last. One whose append failed
    /// has a number and is not waited for.</summary>
    public bool HasAll => part is { } own ? Count > load.LastOf(own) : Count >= load.History.AcknowledgedInAll;

    /// <summary>How many of so many acknowledged events it follows and does not have, about: of streams and categories each has its turn.
    /// </summary>
    public long Behind(long acknowledged) =>
        Math.Max(0, part is null ? acknowledged - Count : (acknowledged - Count + load.Parts - 1) / load.Parts);

    /// <summary>Whether it joined later or is slow on purpose, and is left out of the time until the last one.</summary>
    public bool IsApart { get; set; }

    /// <summary>What is done after each batch until it is live. Default: nothing.</summary>
    public Action<SubscriberPlace>? OnBatch { get; init; }

    public SubscriberLane Judged => new(Lane, from.Of, from.Count)
    { Follows = number => part is null || load.PartOf(number) == part };

    /// <summary>How long it takes for an event.</summary>
    public TimeSpan Delay { get; set; }

    /// <summary>How long after they were sent it was given the events of the measured time. To be asked when it has ended.</summary>
    public LatencyHistogram Delays { get; } = new();

    /// <summary>The same of the events that were sent during the incident.</summary>
    public LatencyHistogram DelaysMeanwhile { get; } = new();

    /// <summary>Why it subscribed again, the last time; null where it did not.</summary>
    public string? Failure { get; private set; }

    public int Failures { get; private set; }

    /// <summary>Ends when it has caught up for the first time, and has what was acknowledged when it began: when that was, and how many
    /// events it was given until then.</summary>
    public Task<(long Timestamp, long Events)> Live => _live.Task;

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
                // Whatever the store throws: it goes on after its checkpoint, as a subscriber of an application would.
                Failure = cancellationToken.IsCancellationRequested ? Failure : Secrets.OfThisProcess.Redact(e.Message);
            }

            if (cancellationToken.IsCancellationRequested)
                return;

            // A store may also end a subscription without an error.
            Failures++;
            await time.DelayAsync(Pause, CancellationToken.None);
        }
    }

    /// <summary>After it was cancelled: takes what has come since, to the end, or until nothing comes (a store may withhold it).</summary>
    public async Task CatchUpAsync(CancellationToken cancellationToken)
    {
        using var ending = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var following = FollowAsync(untilCaughtUp: true, ending.Token);
        var hasEnded = await CatchUp.EndsAsync(
            following, () => Lane.ObservedCount, CatchUp.Stall, CatchUp.SlowPoll, time, cancellationToken);
        await ending.CancelAsync();
        await following.ConfigureAwait(hasEnded ? ConfigureAwaitOptions.None : ConfigureAwaitOptions.SuppressThrowing);
    }

    private Task FollowAsync(bool untilCaughtUp, CancellationToken cancellationToken) => Lane.DeliverAsync(async () =>
    {
        await foreach (var batch in store.FollowAsync(_checkpoint, _only, cancellationToken))
        {
            foreach (var found in batch.Events)
            {
                // What is left after the load is not waited for.
                if (Delay > TimeSpan.Zero && !untilCaughtUp && !cancellationToken.IsCancellationRequested)
                    await time.DelayAsync(Delay, CancellationToken.None);

                Take(found);
            }

            _checkpoint = batch.Checkpoint;
            if (!_live.Task.IsCompleted)
                OnBatch?.Invoke(new(_checkpoint, Lane, Lane.ObservedCount));

            _hasCaughtUp |= batch.CaughtUp;
            if (_hasCaughtUp && Count >= _behind)
                _live.TrySetResult((time.GetTimestamp(), Lane.ObservedCount));

            if (batch.CaughtUp && untilCaughtUp)
                break;
        }
    }, cancellationToken);

    private void Take(in FoundEvent found)
    {
        var (now, number) = (time.GetTimestamp(), load.History.Ids.NumberOf(found.Id));
        if (number >= load.History.BulkCount && load.DeliveryTimes.Deliver(number, now, IsApart) is var (delay, isMeanwhile))
        {
            Delays.Record(delay);
            if (isMeanwhile)
                DelaysMeanwhile.Record(delay);
        }

        Lane.Observe(load.History.Ids, found);
        if (part is { } own)
            Volatile.Write(ref _reached, Math.Max(_reached, load.NextOf(own, number)));
    }
}

/// <summary>A place in the store's order: where a subscriber was after so many events that it was given from the start on.</summary>
internal sealed record SubscriberPlace(string Checkpoint, HistoryLane? Of, long Count)
{
    public static SubscriberPlace Start { get; } = new("", null, 0);
}
