namespace EventSourcingBench.Stores.Shared;

/// <summary>Wakes callers that wait for new events. A signal between check and wait is not missed.</summary>
internal sealed class Pulse
{
    private readonly Lock _gate = new();
    private TaskCompletionSource? _next;
    private long _raised;

    /// <summary>The number of signals so far. Take it before the check for events, and wait with it.</summary>
    public long Seen => Interlocked.Read(ref _raised);

    public void Raise()
    {
        lock (_gate)
        {
            // Continuations run elsewhere, not under the lock.
            _raised++;
            _next?.SetResult();
            _next = null;
        }
    }

    /// <summary>Waits until the signal is raised after <paramref name="seen"/> was taken, or until the time has elapsed.</summary>
    /// <returns>True if it was raised.</returns>
    public async ValueTask<bool> WaitAsync(long seen, TimeSpan atMost, TimeProvider time, CancellationToken cancellationToken)
    {
        try
        {
            await RaisedAfter(seen).WaitAsync(atMost, time, cancellationToken);
            return true;
        }
        catch (TimeoutException)
        {
            return false;
        }
    }

    /// <summary>The same for a blocking thread: it is woken without a detour through the thread pool.</summary>
    public bool Wait(long seen, TimeSpan atMost, CancellationToken cancellationToken) =>
        RaisedAfter(seen).Wait(atMost, cancellationToken);

    private Task RaisedAfter(long seen)
    {
        lock (_gate)
        {
            return _raised != seen ? Task.CompletedTask
                : (_next ??= new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously)).Task;
        }
    }
}
