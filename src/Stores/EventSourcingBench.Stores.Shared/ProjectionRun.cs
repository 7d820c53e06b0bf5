namespace EventSourcingBench.Stores.Shared;

/// <summary>Follows the subscription and saves batch by batch. While a batch is saved, the next one is read and projected. A rebuild ends
/// the current pass through the events, empties the tables and starts a new pass. So does a subscription that cannot continue from the
/// saved checkpoint. After a store failure a new pass starts at the saved checkpoint; without a clock for the pause, the projection
/// stops. See <see cref="ProjectionHost.Over"/>.</summary>
internal sealed class ProjectionRun(
    IProjection projection, IProjectionObserver observer, ICatchUpSubscription subscription, IReadModelTables tables, TimeProvider? time,
    bool ownThread, Func<CancellationToken, Task<Predicate<Checkpoint>>>? end, Action ended) : IRunningProjection
{
    private static readonly TimeSpan ShortestPause = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan LongestPause = TimeSpan.FromSeconds(1);

    private readonly CancellationTokenSource _stop = new();
    private readonly Lock _gate = new();
    private readonly List<TaskCompletionSource> _rebuilds = [];

    // Those for which the tables were emptied: where another host saves meanwhile, they go on from its checkpoint.
    private readonly HashSet<TaskCompletionSource> _cleared = [];
    private Task? _completion;
    private CancellationTokenSource? _pass;
    private Task _passCancelled = Task.CompletedTask;
    private (Checkpoint Checkpoint, List<ReadModelRow> Rows)? _unknown;
    private TimeSpan _pause;
    private Predicate<Checkpoint>? _isAtEnd;
    private bool _isLost;
    private volatile bool _caughtUp;
    private bool _over;
    private int _disposed;

    public Task Completion => _completion!;

    public IReadModel ReadModel => tables;

    public ProjectionRun Start()
    {
        var options = ownThread ? TaskCreationOptions.LongRunning : TaskCreationOptions.DenyChildAttach;
        _completion = Task.Factory.StartNew(RunAsync, CancellationToken.None, options, TaskScheduler.Default).Unwrap();
        return this;
    }

    public async ValueTask<ProjectionStatus> GetStatusAsync(CancellationToken cancellationToken = default)
    {
        var caughtUp = _caughtUp;
        var (checkpoint, rows) = await tables.GetProgressAsync(cancellationToken);
        return new ProjectionStatus(checkpoint, rows, caughtUp);
    }

    public Task RebuildAsync(CancellationToken cancellationToken = default)
    {
        var rebuilt = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        lock (_gate)
        {
            if (_over)
                throw new InvalidOperationException($"The projection {projection.Name} has stopped. Start it again to rebuild it.");

            _rebuilds.Add(rebuilt);
            _passCancelled = _pass?.CancelAsync() ?? _passCancelled;
        }

        return rebuilt.Task.WaitAsync(cancellationToken);
    }

    public async ValueTask DisposeAsync()
    {
        if (Interlocked.Exchange(ref _disposed, 1) == 0)
        {
            await _stop.CancelAsync();
            // Completion has the exception of the failure.
            await Completion.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            _stop.Dispose();
            ended();
        }
    }

    private async Task RunAsync()
    {
        try
        {
            while (!_stop.IsCancellationRequested)
                await PassAsync();
        }
        finally
        {
            lock (_gate)
                _over = true;

            _rebuilds.ForEach(r => r.TrySetException(
                new InvalidOperationException($"The projection {projection.Name} stopped before the rebuild was complete.")));
        }
    }

    private async Task PassAsync()
    {
        using var pass = CancellationTokenSource.CreateLinkedTokenSource(_stop.Token);
        TaskCompletionSource[] rebuilds;
        lock (_gate)
        {
            _pass = pass;
            rebuilds = [.. _rebuilds];
        }

        try
        {
            if (_pause > TimeSpan.Zero)
                await Here(Task.Delay(_pause, time!, pass.Token));

            if (!rebuilds.All(_cleared.Contains) || _isLost)
            {
                _caughtUp = false;
                await Here(tables.ClearAsync());
                _unknown = null;
                _isAtEnd = end is null ? null : await Here(end(pass.Token));
                _isLost = false;
                _cleared.UnionWith(rebuilds);
            }

            await FollowAsync(rebuilds, pass.Token);
        }
        catch (OperationCanceledException) when (pass.IsCancellationRequested)
        {
            // The run was stopped, or a rebuild needs a new pass: the caller's loop checks which.
        }
        catch (CheckpointMovedException)
        {
            // Another host of the projection saved or emptied it: the next pass starts at the current checkpoint.
        }
        catch (Exception e) when ((e as LostHistoryException ?? e.InnerException) is LostHistoryException)
        {
            _isLost = true;
        }
        catch (Exception e) when (time is not null && e is StoreUnavailableException or OutcomeUnknownException)
        {
            _caughtUp = false;
            _pause = _pause == TimeSpan.Zero ? ShortestPause : _pause * 2 < LongestPause ? _pause * 2 : LongestPause;
        }
        finally
        {
            Task cancelled;
            lock (_gate)
            {
                _pass = null;
                cancelled = _passCancelled;
            }

            await Here(cancelled);
        }
    }

    private async Task FollowAsync(TaskCompletionSource[] rebuilds, CancellationToken cancellationToken)
    {
        var (saved, _) = await Here(tables.GetProgressAsync(cancellationToken).AsTask());
        if (_unknown is { } unknown && unknown.Checkpoint == saved)
        {
            // The save whose result was lost had succeeded. Where it has not yet, it may still do so.
            observer.Saved(unknown.Rows, time!.GetUtcNow());
            _unknown = null;
        }

        var saving = Task.CompletedTask;
        try
        {
            await foreach (var batch in subscription.SubscribeAsync(saved, cancellationToken))
            {
                List<ReadModelRow> rows = [.. batch.Events.Select(projection.Project).OfType<ReadModelRow>()];
                await saving;
                saving = SaveAsync(saved, batch, rows, rebuilds);
                saved = batch.Events.Count > 0 ? batch.Checkpoint : saved;
                if (batch.CaughtUp || saving.IsCompleted)
                    await saving;
            }
        }
        finally
        {
            await saving;
        }
    }

    private async Task SaveAsync(Checkpoint after, EventBatch batch, List<ReadModelRow> rows, TaskCompletionSource[] rebuilds)
    {
        if (batch.Events.Count > 0)
        {
            DateTimeOffset saveTime;
            try
            {
                saveTime = await tables.SaveAsync(rows, after, batch.Checkpoint);
                _unknown = null;
            }
            catch (OutcomeUnknownException) when (time is not null && rows.Count > 0)
            {
                _unknown = (batch.Checkpoint, rows);
                throw;
            }

            if (rows.Count > 0)
                observer.Saved(rows, saveTime);
        }

        (_pause, _caughtUp) = (TimeSpan.Zero, batch.CaughtUp);
        if (batch.CaughtUp || (rebuilds.Length > 0 && _isAtEnd?.Invoke(batch.Checkpoint) == true))
        {
            Array.ForEach(rebuilds, r => r.TrySetResult());
            _cleared.ExceptWith(rebuilds);
            lock (_gate)
                _rebuilds.RemoveAll(rebuilds.Contains);
        }
    }

    // On a dedicated thread the run stays on it: an await of a completed task does not leave the thread.
    private T Here<T>(T task)
        where T : Task
    {
        if (ownThread)
            Task.WaitAny([task], CancellationToken.None);

        return task;
    }
}
