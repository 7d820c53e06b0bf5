namespace EventSourcingBench.Stores.Shared;

/// <summary>Wakes callers that wait for new events. A signal between check and wait is not missed.</summary>
internal sealed class Pulse
{
    private readonly object _gate = new();
    private TaskCompletionSource? _waiters;
    private long _raised;

    /// <summary>The number of signals so far. Take it before the check for events, and wait with it.</summary>
    public long Seen => Interlocked.Read(ref _raised);

    public void Raise()
    {
        lock (_gate)
        {
            // Continuations run elsewhere, not under the lock.
            _raised++;
            _waiters?.SetResult();
            _waiters = null;
            Monitor.PulseAll(_gate);
        }
    }

    /// <summary>Waits until the signal is raised after <paramref name="seen"/> was taken, or until the time has elapsed.</summary>
    /// <returns>True if it was raised.</returns>
    public async ValueTask<bool> WaitAsync(long seen, TimeSpan atMost, TimeProvider time, CancellationToken cancellationToken)
    {
        Task raised;
        lock (_gate)
        {
            if (_raised != seen)
                return true;

            _waiters ??= new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            raised = _waiters.Task;
        }

        try
        {
            await raised.WaitAsync(atMost, time, cancellationToken);
            return true;
        }
        catch (TimeoutException)
        {
            return false;
        }
    }

    /// <summary>The same for a blocking thread: it is woken without a detour through the thread pool.</summary>
    public bool Wait(long seen, TimeSpan atMost, CancellationToken cancellationToken)
    {
        using var cancelled = cancellationToken.UnsafeRegister(static s => ((Pulse)s!).WakeBlocked(), this);
        lock (_gate)
        {
            if (_raised == seen && !cancellationToken.IsCancellationRequested)
                Monitor.Wait(_gate, atMost);

            cancellationToken.ThrowIfCancellationRequested();
            return _raised != seen;
        }
    }

    private void WakeBlocked()
    {
        lock (_gate)
            Monitor.PulseAll(_gate);
    }
}
