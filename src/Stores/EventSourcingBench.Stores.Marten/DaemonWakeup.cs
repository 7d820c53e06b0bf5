using JasperFx.Events.Daemon.HighWater;

namespace EventSourcingBench.Stores.Marten;

/// <summary>
/// Wakes one daemon's look for new events when this process has appended some, at most once in an interval: each look costs
/// the server statements and a commit that the appends wait for. Marten's own polling goes on.
/// </summary>
/// <param name="interval">The least time between two wakings. Zero: each append wakes.</param>
/// <param name="time">The clock.</param>
internal sealed class DaemonWakeup(TimeSpan interval, TimeProvider time) : IDaemonWakeup
{
    private readonly Pulse _appended = new();
    private long? _woken;

    public void Raise() => _appended.Raise();

    public async Task WaitAsync(TimeSpan timeout, CancellationToken token)
    {
        // What is raised during the pause ends the wait behind it at once.
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
