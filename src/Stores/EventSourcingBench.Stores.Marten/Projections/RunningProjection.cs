namespace EventSourcingBench.Stores.Marten.Projections;

/// <summary>A projection in Marten's daemon. In inline mode the daemon only processes events from before the start, and rebuilds; appends
/// do the rest. A row that both produce is saved once, so they need no coordination.</summary>
internal sealed class RunningProjection(
    string name, DocumentStore store, IProjectionDaemon daemon, ReadModelTables tables, SaveListener listener, MartenParts parts,
    HighWaterMark highWater, Func<Task>? leaveInline, Action stopped) : IRunningProjection
{
    private static readonly TimeSpan Retry = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan MarkPoll = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan LongestRebuild = TimeSpan.FromDays(1);

    private readonly SemaphoreSlim _changing = new(1);
    private readonly CancellationTokenSource _stop = new();
    private readonly TaskCompletionSource _completion = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _closed = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly Pulse _moved = new();
    private volatile bool _daemonRuns = true;
    private int _needDaemon;
    private int _disposed;

    public Task Completion => _completion.Task;

    public IReadModel ReadModel => tables;

    private bool Inline => leaveInline is not null;

    public async Task StartAsync(CancellationToken cancellationToken)
    {
        daemon.Tracker.Subscribe(new ShardObserver(Moved));
        // The daemon has no other method that starts the mark without the shard.
        await daemon.RestartHighWaterAgentAsync(cancellationToken);
        await StartAgentAsync(cancellationToken);
        if (Inline)
        {
            await highWater.StartAsync(cancellationToken);
            _needDaemon = 1;
            _ = Task.Run(LeaveDaemonAsync, CancellationToken.None);
        }
    }

    public async ValueTask<ProjectionStatus> GetStatusAsync(CancellationToken cancellationToken = default)
    {
        // Inline appends save no checkpoint: once the daemon has caught up, all events below the mark are in the rows.
        var inline = Inline && !_daemonRuns;
        var mark = inline ? highWater.Mark : 0;
        var (place, rows, head) = await tables.ReadStatusAsync(cancellationToken);
        var reached = Math.Max(place, mark);
        return new ProjectionStatus(PositionCheckpoint.At(reached), rows, reached >= head);
    }

    public Task RebuildAsync(CancellationToken cancellationToken = default) =>
        Task.Run(RebuildAndReachAsync, CancellationToken.None).WaitAsync(cancellationToken);

    public async ValueTask DisposeAsync()
    {
        if (Interlocked.Exchange(ref _disposed, 1) != 0)
        {
            await _closed.Task;
            return;
        }

        try
        {
            await _stop.CancelAsync();
            if (leaveInline is not null)
                await leaveInline();

            await DaemonWakeup.StopAsync(store, daemon);
            await _changing.WaitAsync(CancellationToken.None);
        }
        finally
        {
            daemon.Dispose();
            store.Dispose();
            _completion.TrySetResult();
            _closed.SetResult();
            stopped();
        }
    }

    /// <summary>Starts when the mark has reached the checkpoint: before that, the shard fails. The daemons save their marks in the same
    /// row, so the saved one may be before a gap that another daemon has already skipped.</summary>
    private async Task StartAgentAsync(CancellationToken cancellationToken)
    {
        var (place, _, _) = await tables.ReadStatusAsync(cancellationToken);
        while (daemon.HighWaterMark() < place)
            await Task.Delay(MarkPoll, parts.Time, cancellationToken);

        await daemon.StartAgentAsync(tables.Shard, cancellationToken);
    }

    private void Moved(ShardState value)
    {
        if (value.ShardName != tables.Shard)
            return;

        if (listener.Replaying)
            listener.Rebuilt(value.Sequence);
        else if (value.Exception is { } failure && !_stop.IsCancellationRequested)
            _ = Task.Run(() => StartAgainAsync(failure), CancellationToken.None);

        _moved.Raise();
    }

    private async Task RebuildAndReachAsync()
    {
        try
        {
            var (_, _, head) = await tables.ReadStatusAsync(_stop.Token);
            await ChangeAsync(async () =>
            {
                _needDaemon++;
                await ReplayAsync();
            });
            await ReachAsync(head);
            if (Inline)
                await LeaveDaemonAsync();
        }
        catch (Exception e) when (_stop.IsCancellationRequested)
        {
            throw new StoreUnavailableException("The projection was stopped before its rebuild was complete.", e);
        }
        catch (Exception e) when (MartenErrors.IsDriverError(e))
        {
            throw parts.Errors.Unavailable(e);
        }
    }

    private async Task ReplayAsync()
    {
        _daemonRuns = true;
        await daemon.StopAgentAsync(tables.Shard);
        listener.Replaying = true;
        try
        {
            await tables.ResetAsync(_stop.Token);
            await daemon.RebuildProjectionAsync(name, LongestRebuild, _stop.Token);
            listener.Rebuilt(long.MaxValue);
        }
        catch (Exception e) when (Reason(e) is { } reason)
        {
            Fail(reason);
            throw;
        }
        finally
        {
            listener.Replaying = false;
            if (!_stop.IsCancellationRequested && !Completion.IsCompleted)
                _ = Task.Run(() => StartAgainAsync(failure: null), CancellationToken.None);
        }
    }

    private async Task ChangeAsync(Func<Task> change)
    {
        await _changing.WaitAsync(_stop.Token);
        try
        {
            await change();
        }
        finally
        {
            _changing.Release();
        }
    }

    /// <summary>Inline mode: ends the daemon's part once it has processed all events from before the inline appends.</summary>
    private async Task LeaveDaemonAsync()
    {
        try
        {
            await ReachAsync(head: null);
            await ChangeAsync(async () =>
            {
                // A rebuild may have started meanwhile, and vice versa: the last one stops the daemon's part.
                if (--_needDaemon == 0)
                {
                    await daemon.StopAgentAsync(tables.Shard);
                    _daemonRuns = false;
                }
            });
        }
        catch (Exception) when (_stop.IsCancellationRequested)
        {
            // Stopped: the next start continues from the checkpoint.
        }
        catch (Exception e) when (!Completion.IsCompleted)
        {
            Fail(e);
        }
    }

    /// <summary>Waits until the checkpoint reaches a place; without a place, the current last event.</summary>
    private async Task ReachAsync(long? head)
    {
        while (true)
        {
            var seen = _moved.Seen;
            try
            {
                var (place, _, last) = await tables.ReadStatusAsync(_stop.Token);
                head ??= last;
                if (place >= head)
                    return;
            }
            catch (StoreUnavailableException)
            {
                // A broken connection alone does not stop a projection.
            }

            if (Completion.IsFaulted)
                await Completion;

            await _moved.WaitAsync(seen, Retry, parts.Time, _stop.Token);
        }
    }

    /// <summary>Starts the daemon's part once nothing else changes it: after a pause where it has failed, and at once after a replay. Fails
    /// the projection where it cannot continue.</summary>
    private async Task StartAgainAsync(Exception? failure)
    {
        while (!_stop.IsCancellationRequested)
        {
            if (failure is not null && Reason(failure) is { } reason)
            {
                Fail(reason);
                return;
            }

            try
            {
                await Task.Delay(failure is null ? TimeSpan.Zero : Retry, parts.Time, _stop.Token);
                await ChangeAsync(async () =>
                {
                    if (_daemonRuns)
                    {
                        await daemon.StopAgentAsync(tables.Shard);
                        await StartAgentAsync(_stop.Token);
                    }
                });
                return;
            }
            catch (Exception e)
            {
                // The projection was stopped, the server is still unavailable, or it cannot continue.
                failure = e;
            }
        }
    }

    private void Fail(Exception reason)
    {
        _completion.TrySetException(reason);
        _moved.Raise();
    }

    /// <summary>The reason why the projection cannot continue; null for a broken connection, a conflict with another host, a mark that is
    /// not there yet, or a read that was cancelled when the daemon's part was stopped.</summary>
    private Exception? Reason(Exception failure) => listener.Thrown ?? (
        MartenErrors.IsDriverError(failure) || MartenErrors.IsBefore(failure)
        || MartenErrors.Tree(failure).Any(e => e is ProgressionProgressOutOfOrderException or OperationCanceledException) ? null : failure);
}
