namespace EventSourcingBench.Stores.Marten;

/// <summary>The wake-ups of all daemons of a store.</summary>
/// <param name="interval">The minimum time between two wake-ups of a daemon.</param>
/// <param name="time">The clock.</param>
internal sealed class DaemonWakeups(TimeSpan interval, TimeProvider time)
{
    private readonly Lock _gate = new();
    private DaemonWakeup[] _wakeups = [];

    public DaemonWakeup Add()
    {
        var wakeup = new DaemonWakeup(interval, time);
        lock (_gate)
        {
            _wakeups = [.. _wakeups, wakeup];
        }

        return wakeup;
    }

    public void Remove(DaemonWakeup wakeup)
    {
        lock (_gate)
        {
            _wakeups = [.. _wakeups.Where(w => w != wakeup)];
        }
    }

    public void Raise() => Array.ForEach(_wakeups, static w => w.Raise());
}
