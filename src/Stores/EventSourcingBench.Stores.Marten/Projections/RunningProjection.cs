using JasperFx.Events.Daemon;
using JasperFx.Events.Projections;
using Marten;

namespace EventSourcingBench.Stores.Marten.Projections;

/// <summary>
/// A projection in Marten's daemon. In inline mode the daemon only processes events from before the start, and rebuilds;
/// appends do the rest. A row that both produce is saved once, so they need no coordination.
/// </summary>
internal sealed class RunningProjection : IRunningProjection, IObserver<ShardState>
{
    private static readonly TimeSpan Retry = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan LongestRebuild = TimeSpan.FromDays(1);

    private readonly string _name;
    private readonly DocumentStore _store;
    private readonly IProjectionDaemon _daemon;
    private readonly ReadModelTables _tables;
    private readonly SaveListener _listener;
    private readonly MartenErrors _errors;
    private readonly HighWater _highWater;
    private readonly Func<Task>? _leaveInline;
    private readonly TimeProvider _time;
    private readonly SemaphoreSlim _changing = new(1);
    private readonly CancellationTokenSource _stop = new();
    private readonly TaskCompletionSource _completion = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _closed = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly Pulse _moved = new();
    private volatile bool _daemonRuns = true;
    private int _needDaemon;
    private int _disposed;

    public RunningProjection(
        string name,
        DocumentStore store,
        IProjectionDaemon daemon,
        ReadModelTables tables,
        SaveListener listener,
        MartenErrors errors,
        HighWater highWater,
        Func<Task>? leaveInline,
        TimeProvider time)
    {
        (_name, _store, _daemon, _tables, _listener, _errors) = (name, store, daemon, tables, listener, errors);
        (_highWater, _leaveInline, _time) = (highWater, leaveInline, time);
        _daemon.Tracker.Subscribe(this);
    }

    public Task Completion => _completion.Task;

    public IReadModel ReadModel => _tables;

    private bool Inline => _leaveInline is not null;

    /// <summary>Starts the daemon's part.</summary>
    public async Task StartAsync(CancellationToken cancellationToken)
    {
        await _daemon.StartAgentAsync(_tables.Shard, cancellationToken);
        if (Inline)
        {
            await _highWater.StartAsync(cancellationToken);
            _needDaemon = 1;
            _ = Task.Run(LeaveDaemonAsync, CancellationToken.None);
        }
    }

    public async ValueTask<ProjectionStatus> GetStatusAsync(CancellationToken cancellationToken = default)
    {
        // Inline appends save no checkpoint: once the daemon has caught up, all events below the mark are in the rows.
        var inline = Inline && !_daemonRuns;
        var mark = inline ? _highWater.Mark : 0;
        var (place, rows, head) = await _tables.ReadStatusAsync(cancellationToken);
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

        await _stop.CancelAsync();
        if (_leaveInline is not null)
        {
            await _leaveInline();
        }

        await _daemon.StopAllAsync();
        await _changing.WaitAsync(CancellationToken.None);
        _daemon.Dispose();
        _store.Dispose();
        _completion.TrySetResult();
        _closed.SetResult();
    }

    void IObserver<ShardState>.OnNext(ShardState value)
    {
        if (value.ShardName != _tables.Shard)
        {
            return;
        }

        if (_listener.Replaying)
        {
            _listener.Rebuilt(value.Sequence);
        }
        else if (value.Exception is { } failure && !_stop.IsCancellationRequested)
        {
            _ = Task.Run(() => AfterFailureAsync(failure), CancellationToken.None);
        }

        _moved.Raise();
    }

    void IObserver<ShardState>.OnError(Exception error)
    {
    }

    void IObserver<ShardState>.OnCompleted()
    {
    }

    private async Task RebuildAndReachAsync()
    {
        try
        {
            var (_, _, head) = await _tables.ReadStatusAsync(_stop.Token);
            await _changing.WaitAsync(_stop.Token);
            try
            {
                _needDaemon++;
                await ReplayAsync();
            }
            finally
            {
                _changing.Release();
            }

            await ReachAsync(head);
            if (Inline)
            {
                await LeaveDaemonAsync();
            }
        }
        catch (Exception e) when (_stop.IsCancellationRequested)
        {
            throw new StoreUnavailableException("The projection was stopped before its rebuild was complete.", e);
        }
        catch (Exception e) when (MartenErrors.IsDriverError(e))
        {
            throw _errors.Unavailable(e);
        }
    }

    private async Task ReplayAsync()
    {
        _daemonRuns = true;
        await _daemon.StopAgentAsync(_tables.Shard);
        _listener.Replaying = true;
        try
        {
            await _tables.ResetAsync(_stop.Token);
            await _daemon.RebuildProjectionAsync(_name, LongestRebuild, _stop.Token);
            _listener.Rebuilt(long.MaxValue);
        }
        catch (Exception e) when (Reason(e) is { } reason)
        {
            Fail(reason);
            throw;
        }
        finally
        {
            _listener.Replaying = false;
            if (!_stop.IsCancellationRequested && !Completion.IsCompleted)
            {
                await GoOnAsync();
            }
        }
    }

    private async Task GoOnAsync()
    {
        try
        {
            await _daemon.StartAgentAsync(_tables.Shard, _stop.Token);
        }
        catch (Exception e) when (Reason(e) is null)
        {
            _ = Task.Run(() => AfterFailureAsync(e), CancellationToken.None);
        }
    }

    /// <summary>Inline mode: ends the daemon's part once it has processed all events from before the inline appends.</summary>
    private async Task LeaveDaemonAsync()
    {
        try
        {
            await ReachAsync(head: null);
            await _changing.WaitAsync(_stop.Token);
            try
            {
                // A rebuild may have started meanwhile, and vice versa: the last one stops the daemon's part.
                if (--_needDaemon == 0)
                {
                    await _daemon.StopAgentAsync(_tables.Shard);
                    _daemonRuns = false;
                }
            }
            finally
            {
                _changing.Release();
            }
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
            try
            {
                var (place, _, last) = await _tables.ReadStatusAsync(_stop.Token);
                head ??= last;
                if (place >= head)
                {
                    return;
                }
            }
            catch (StoreUnavailableException)
            {
                // A broken connection alone does not stop a projection.
            }

            if (Completion.IsFaulted)
            {
                await Completion;
            }

            await _moved.WaitAsync(Retry, _stop.Token);
        }
    }

    private async Task AfterFailureAsync(Exception failure)
    {
        if (Reason(failure) is { } reason)
        {
            Fail(reason);
            return;
        }

        while (!_stop.IsCancellationRequested)
        {
            try
            {
                await Task.Delay(Retry, _time, _stop.Token);
                await _changing.WaitAsync(_stop.Token);
                try
                {
                    if (_daemonRuns)
                    {
                        await _daemon.StopAgentAsync(_tables.Shard);
                        await _daemon.StartAgentAsync(_tables.Shard, _stop.Token);
                    }

                    return;
                }
                finally
                {
                    _changing.Release();
                }
            }
            catch (Exception e) when (_stop.IsCancellationRequested || Reason(e) is null)
            {
                // Stopped, or the server is still unavailable.
            }
            catch (Exception e)
            {
                Fail(e);
                return;
            }
        }
    }

    private void Fail(Exception reason)
    {
        _completion.TrySetException(reason);
        _moved.Raise();
    }

    /// <summary>
    /// The reason why the projection cannot continue; null for a broken connection or a conflict with another host.
    /// </summary>
    private Exception? Reason(Exception failure) => _listener.Thrown
        ?? (MartenErrors.IsDriverError(failure) || MartenErrors.Tree(failure).Any(e => e is ProgressionProgressOutOfOrderException) ? null : failure);
}
