namespace EventSourcingBench.Measurement.Machines;

/// <summary>When this process paused for garbage collection, to 20 ms. Keeps the last 100 times. It reads a counter after each collection:
/// the runtime's own events cost CPU time at each, and a timer wakes threads of the pool, which then spin, in idle processes too.</summary>
public sealed class PauseWatch : IDisposable
{
    private const int Most = 100;

    // Finalizers run soon after a collection, but not at once.
    private static readonly TimeSpan Latest = TimeSpan.FromMilliseconds(20);

    private readonly ConcurrentQueue<RuntimePause> _pauses = new();
    private readonly TimeProvider _time;
    private TimeSpan _paused = GC.GetTotalPauseDuration();
    private volatile bool _isOver;

    public PauseWatch(TimeProvider time)
    {
        _time = time;
        _ = new Collected(this);
    }

    public IReadOnlyList<RuntimePause> Pauses => [.. _pauses];

    public void Dispose() => _isOver = true;

    private void Take()
    {
        var (paused, now) = (GC.GetTotalPauseDuration(), _time.GetUtcNow());
        var within = paused - _paused + Latest;
        _pauses.Enqueue(new RuntimePause(now - within, within, paused - _paused));
        if (_pauses.Count > Most)
            _pauses.TryDequeue(out _);

        _paused = paused;
    }

    /// <summary>Nothing refers to it, so that the next collection finalizes it; the one after that finalizes another.</summary>
    private sealed class Collected(PauseWatch watch)
    {
#pragma warning disable MA0055 // A finalizer is what the runtime calls after a collection.
        ~Collected()
#pragma warning restore MA0055
        {
            if (watch._isOver)
                return;

            watch.Take();
            _ = new Collected(watch);
        }
    }
}

/// <summary>A pause of all threads of a process: the time in which it was, and how long of it the pause was.</summary>
public sealed record RuntimePause(DateTimeOffset At, TimeSpan Within, TimeSpan Length);
