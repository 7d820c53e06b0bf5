namespace EventSourcingBench.Stores.Marten;

/// <summary>Wakes the daemons of a store after appends of this process, each at most once per interval: a wake-up costs the server
/// statements and a commit that delay the appends. Marten's own polling continues.</summary>
/// <param name="kind">The value of <c>marten.wakeup</c>.</param>
/// <param name="interval">The minimum time between two wake-ups of a daemon. Zero: each append wakes it.</param>
internal sealed class DaemonWakeups(string kind, TimeSpan interval, TimeProvider time)
{
    private readonly Pulse _appended = new();

    public void Raise() => _appended.Raise();

    /// <summary>For the daemons of one document store; null where Marten's own listens for notifications.</summary>
    public DaemonWakeup? Create() => kind switch
    {
        "signal" => new DaemonWakeup(_appended, interval, time),
        "poll" => new DaemonWakeup(new Pulse(), TimeSpan.Zero, time),
        _ => null,
    };
}

/// <summary>How a daemon waits between two looks for new events. Marten's own wait is not ended when the daemon is stopped, which makes
/// closing a store take up to a second longer for each.</summary>
internal sealed class DaemonWakeup(Pulse appended, TimeSpan interval, TimeProvider time) : IDaemonWakeup
{
    private readonly TaskCompletionSource _stopped = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private long _seen = appended.Seen;
    private long? _woken;

    /// <summary>Stops a daemon of the document store, which starts none again.</summary>
    public static Task StopAsync(DocumentStore store, IProjectionDaemon daemon)
    {
        (store.Options.Projections.Wakeup as DaemonWakeup)?.Stop();
        return daemon.StopAllAsync();
    }

    public async Task WaitAsync(TimeSpan timeout, CancellationToken token) =>
        await await Task.WhenAny(_stopped.Task, WaitForAppendAsync(timeout, token));

    /// <summary>Ends the wait, and each one after it.</summary>
    public void Stop() => _stopped.TrySetResult();

    public void Dispose()
    {
    }

    private async Task WaitForAppendAsync(TimeSpan timeout, CancellationToken token)
    {
        // A signal during the pause ends the following wait at once.
        var pause = _woken is { } woken ? interval - time.GetElapsedTime(woken) : TimeSpan.Zero;
        pause = TimeSpan.FromTicks(Math.Clamp(pause.Ticks, 0, timeout.Ticks));
        await Task.Delay(pause, time, token);
        await appended.WaitAsync(_seen, timeout - pause, time, token);
        if (appended.Seen != _seen)
            (_seen, _woken) = (appended.Seen, time.GetTimestamp());
    }
}
