namespace EventSourcingBench.Stores.Marten;

/// <summary>Wakes the daemons of a store after appends of this process, each at most once per interval: a wake-up costs the server
/// statements and a commit that delay the appends. Marten's own polling continues.</summary>
/// <param name="interval">The minimum time between two wake-ups of a daemon. Zero: each append wakes it.</param>
internal sealed class DaemonWakeups(TimeSpan interval, TimeProvider time)
{
    private readonly Pulse _appended = new();

    public void Raise() => _appended.Raise();

    public IDaemonWakeup Create() => new Wakeup(_appended, interval, time);

    private sealed class Wakeup(Pulse appended, TimeSpan interval, TimeProvider time) : IDaemonWakeup
    {
        private long _seen = appended.Seen;
        private long? _woken;

        public async Task WaitAsync(TimeSpan timeout, CancellationToken token)
        {
            // A signal during the pause ends the following wait at once.
            var pause = _woken is { } woken ? interval - time.GetElapsedTime(woken) : TimeSpan.Zero;
            pause = TimeSpan.FromTicks(Math.Clamp(pause.Ticks, 0, timeout.Ticks));
            await Task.Delay(pause, time, token);
            await appended.WaitAsync(_seen, timeout - pause, time, token);
            _seen = appended.Seen;
            _woken = time.GetTimestamp();
        }

        public void Dispose()
        {
        }
    }
}
