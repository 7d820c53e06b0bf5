namespace EventSourcingBench.LoadTests;

/// <summary>The longest time between two successes while it was told to watch. Costs a reading of a flag before that.</summary>
internal sealed class SuccessGaps(TimeProvider time)
{
    private readonly Lock _gate = new();
    private volatile bool _watching;
    private long _last;
    private TimeSpan _longest;

    /// <summary>From now on.</summary>
    public void Watch()
    {
        lock (_gate)
        {
            _last = time.GetTimestamp();
            _longest = TimeSpan.Zero;
        }

        _watching = true;
    }

    /// <summary>No longer: what comes after is of other causes.</summary>
    public void EndWatch()
    {
        Succeeded();
        _watching = false;
    }

    /// <summary>A request was acknowledged.</summary>
    public void Succeeded()
    {
        if (!_watching)
        {
            return;
        }

        lock (_gate)
        {
            var now = time.GetTimestamp();
            var gap = time.GetElapsedTime(_last, now);
            _longest = gap > _longest ? gap : _longest;
            _last = now;
        }
    }

    /// <summary>The longest so far.</summary>
    public TimeSpan Longest
    {
        get
        {
            lock (_gate)
            {
                return _longest;
            }
        }
    }
}
