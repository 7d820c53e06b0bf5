namespace EventSourcingBench.Stores.Shared;

/// <summary>Wakes callers that wait for new events. A signal between check and wait is not missed.</summary>
internal sealed class Pulse
{
    // Its position is the number of signals.
    private readonly CommitSignal _signal = new();
    private long _raised;

    /// <summary>The number of signals so far. Take it before the check for events, and wait with it.</summary>
    public long Seen => Interlocked.Read(ref _raised);

    public void Raise() => _signal.Advance(Interlocked.Increment(ref _raised));

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

    private Task RaisedAfter(long seen) => _signal.WaitBehindAsync(seen, CancellationToken.None);
}
