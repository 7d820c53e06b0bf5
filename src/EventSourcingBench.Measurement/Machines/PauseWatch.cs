namespace EventSourcingBench.Measurement.Machines;

/// <summary>When this process paused for garbage collection, to 20 ms. Keeps the last 100 times. It reads a counter, as the runtime's own
/// events, though exact, cost the API CPU time at each collection.</summary>
public sealed class PauseWatch : IDisposable
{
    private const int Most = 100;
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(20);

    private readonly ConcurrentQueue<RuntimePause> _pauses = new();
    private readonly TimeProvider _time;
    private readonly ITimer _timer;
    private DateTimeOffset _last;
    private TimeSpan _paused = GC.GetTotalPauseDuration();

    public PauseWatch(TimeProvider time)
    {
        (_time, _last) = (time, time.GetUtcNow());
        _timer = time.CreateTimer(_ => Take(), null, Interval, Interval);
    }

    public IReadOnlyList<RuntimePause> Latest => [.. _pauses];

    public void Dispose() => _timer.Dispose();

    private void Take()
    {
        var (paused, now) = (GC.GetTotalPauseDuration(), _time.GetUtcNow());
        if (paused > _paused)
            _pauses.Enqueue(new RuntimePause(_last, now - _last, paused - _paused));

        if (_pauses.Count > Most)
            _pauses.TryDequeue(out _);

        (_paused, _last) = (paused, now);
    }
}

/// <summary>A pause of all threads of a process: the time between two samples, and how long of it the pause was.</summary>
public sealed record RuntimePause(DateTimeOffset At, TimeSpan Within, TimeSpan Length);
