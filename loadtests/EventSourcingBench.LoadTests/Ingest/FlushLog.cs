using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>
/// Keeps the times of flushes, and the longest time without an acknowledgement since a node died. One flush is under way at a
/// time; the death may be told of by another thread.
/// </summary>
internal sealed class FlushLog(LoadRecorder recorder, TimeProvider time)
{
    private readonly Lock _lock = new();
    private long? _death;
    private long _last;
    private TimeSpan _pause;

    /// <summary>The longest time without an acknowledgement since the death; zero while no node has died.</summary>
    public TimeSpan Pause
    {
        get
        {
            lock (_lock)
            {
                return _pause;
            }
        }
    }

    public void Ended(long start, Outcome outcome)
    {
        var end = time.GetTimestamp();
        recorder.Record(worker: 0, start, start, end, outcome);
        if (outcome == Outcome.Success)
        {
            Acknowledged(end);
        }
    }

    /// <summary>A message of an attempt that failed.</summary>
    public void Error(string message) => recorder.RecordError(message);

    /// <summary>A node was killed at this timestamp.</summary>
    public void NodeDied(long timestamp)
    {
        lock (_lock)
        {
            _death = timestamp;
        }
    }

    /// <summary>Nothing more comes: what was not acknowledged by now counts as a pause up to this moment.</summary>
    public void Close() => Acknowledged(time.GetTimestamp());

    private void Acknowledged(long end)
    {
        lock (_lock)
        {
            if (_death is { } death)
            {
                var pause = time.GetElapsedTime(Math.Max(_last, death), end);
                _pause = pause > _pause ? pause : _pause;
            }

            _last = end;
        }
    }
}
