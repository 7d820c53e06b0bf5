namespace EventSourcingBench.Measurement.Load;

/// <summary>The part of a recorder that a few workers share. Its lock is held for some nanoseconds by a recording worker, and once a second
/// by the sampler, for the exchange of one reference.</summary>
internal sealed class RecorderStripe
{
    private readonly Lock _gate = new();

    // A histogram is about 190 KB: only the successes have theirs from the start.
    private readonly OutcomeTimes?[] _times = new OutcomeTimes?[ResponseTimes.Outcomes];

    // What came since the last sample.
    private ResponseTimes _window = new();

    public RecorderStripe() => _times[(int)Outcome.Success] = new OutcomeTimes();

    public void Record(TimeSpan service, TimeSpan response, Outcome outcome)
    {
        lock (_gate)
        {
            var times = _times[(int)outcome] ??= new OutcomeTimes();
            times.Service.Record(service);
            times.Response.Record(response);
            _window.Record(response, outcome);
        }
    }

    /// <summary>Adds what another process saw for a moment to the window alone; its times by outcome come at the end.</summary>
    public void Add(LoadWindow window)
    {
        lock (_gate)
        {
            _window.Add(window);
        }
    }

    /// <summary>Adds the times that another process kept of an outcome; they are in no window of this one.</summary>
    public void Add(OperationRecord operation)
    {
        lock (_gate)
        {
            (_times[(int)operation.Outcome] ??= new OutcomeTimes()).Add(new OutcomeTimes(
                LatencyHistogram.FromRecord(operation.ServiceTime), LatencyHistogram.FromRecord(operation.ResponseTime)));
        }
    }

    /// <summary>Gives the window that was filled and goes on with an empty one.</summary>
    public ResponseTimes Exchange(ResponseTimes empty)
    {
        lock (_gate)
        {
            (var filled, _window) = (_window, empty);
            return filled;
        }
    }

    /// <summary>Adds the times of one outcome to a sum.</summary>
    public void AddTo(OutcomeTimes sum, Outcome outcome)
    {
        lock (_gate)
        {
            if (_times[(int)outcome] is { } times)
                sum.Add(times);
        }
    }

    public long Count(Outcome outcome)
    {
        lock (_gate)
        {
            return _times[(int)outcome]?.Response.Count ?? 0;
        }
    }

    public void Clear()
    {
        lock (_gate)
        {
            foreach (var times in _times)
            {
                times?.Service.Clear();
                times?.Response.Clear();
            }

            _window.Clear();
        }
    }
}

/// <summary>The times of the requests that ended in one way.</summary>
internal sealed record OutcomeTimes(LatencyHistogram Service, LatencyHistogram Response)
{
    public OutcomeTimes()
        : this(new(), new())
    {
    }

    public void Add(OutcomeTimes other)
    {
        Service.Add(other.Service);
        Response.Add(other.Response);
    }
}
