using JasperFx.Events.Daemon;
using JasperFx.Events.Projections;
using Marten;

namespace EventSourcingBench.Stores.Marten.Reading;

/// <summary>
/// Marten's high-water mark: no event below it is missing or can still appear. Marten's daemon determines it, and runs here
/// without a projection from the first subscription on.
/// </summary>
internal sealed class HighWater(DocumentStore store) : IObserver<ShardState>, IAsyncDisposable
{
    private readonly SemaphoreSlim _starting = new(1);
    private readonly Lock _gate = new();
    private readonly List<Pulse> _waiters = [];
    private IProjectionDaemon? _daemon;

    public long Mark => _daemon!.Tracker.HighWaterMark;

    /// <summary>Starts the daemon if it is not running.</summary>
    public async Task StartAsync(CancellationToken cancellationToken)
    {
        await _starting.WaitAsync(cancellationToken);
        try
        {
            if (_daemon is not null)
            {
                return;
            }

            var daemon = await store.BuildProjectionDaemonAsync();
            daemon.Tracker.Subscribe(this);
            await daemon.StartAllAsync();
            _daemon = daemon;
        }
        finally
        {
            _starting.Release();
        }
    }

    /// <summary>Signalled whenever the mark may have risen.</summary>
    public Pulse Listen()
    {
        var pulse = new Pulse();
        lock (_gate)
        {
            _waiters.Add(pulse);
        }

        return pulse;
    }

    public void Forget(Pulse pulse)
    {
        lock (_gate)
        {
            _waiters.Remove(pulse);
        }
    }

    public async ValueTask DisposeAsync()
    {
        if (_daemon is not null)
        {
            await _daemon.StopAllAsync();
            _daemon.Dispose();
        }

        _starting.Dispose();
    }

    void IObserver<ShardState>.OnNext(ShardState value)
    {
        lock (_gate)
        {
            _waiters.ForEach(w => w.Raise());
        }
    }

    void IObserver<ShardState>.OnError(Exception error)
    {
    }

    void IObserver<ShardState>.OnCompleted()
    {
    }
}
