using JasperFx.Events.Daemon.HighWater;

namespace EventSourcingBench.Stores.Marten;

/// <summary>Wakes one daemon's look for new events when this process has appended some. Its own polling goes on.</summary>
internal sealed class DaemonWakeup : IDaemonWakeup
{
    private readonly Pulse _appended = new();

    public void Raise() => _appended.Raise();

    public Task WaitAsync(TimeSpan timeout, CancellationToken token) => _appended.WaitAsync(timeout, token);

    public void Dispose()
    {
    }
}
