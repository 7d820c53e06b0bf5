using JasperFx.Events.Daemon.HighWater;

namespace EventSourcingBench.Stores.Marten;

/// <summary>
/// Wakes a daemon after appends of this process, at most once per interval: each wake-up costs the server statements and a
/// commit that delay the appends. Marten's own polling continues.
/// </summary>
/// <param name="interval">The minimum time between two wake-ups. Zero: each append wakes the daemon.</param>
/// <param name="time">The clock.</param>
internal sealed class DaemonWakeup(TimeSpan interval, TimeProvider time) : IDaemonWakeup
{
    private readonly Pulse _appended = new();
    private long? _woken;

    public void Raise() => _appended.Raise();

    public async Task WaitAsync(TimeSpan timeout, CancellationToken token)
    {
        // A signal during the pause ends the following wait at once.
        var pause = _woken is { } woken ? interval - time.GetElapsedTime(woken) : TimeSpan.Zero;
        pause = TimeSpan.FromTicks(Math.Clamp(pause.Ticks, 0, timeout.Ticks));
        await Task.Delay(pause, time, token);
        await _appended.WaitAsync(timeout - pause, token);
        _woken = time.GetTimestamp();
    }

    public void Dispose()
    {
    }
}
