namespace EventSourcingBench.Measurement.Load;

/// <summary>The part of a recorder that a few workers share. Its lock is held for some nanoseconds by a recording worker, and once a second
/// by the sampler, for the exchange of one reference.</summary>
internal sealed class RecorderStripe
{
    public const int Outcomes = 5;

    private readonly Lock _gate = new();

    // A histogram is about 190 KB: only the successes have theirs from the start.
    private readonly OutcomeTimes?[] _times = new OutcomeTimes?[Outcomes];
    private SecondWindow _window = new();

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
            var times = _times[(int)operation.Outcome] ??= new OutcomeTimes();
            times.Service.Add(LatencyHistogram.FromRecord(operation.ServiceTime));
            times.Response.Add(LatencyHistogram.FromRecord(operation.ResponseTime));
        }
    }

    /// <summary>Gives the window that was filled and goes on with an empty one.</summary>
    public SecondWindow Exchange(SecondWindow empty)
    {
        lock (_gate)
        {
            var filled = _window;
            _window = empty;
            return filled;
        }
    }

    /// <summary>Adds the times of one outcome to a sum.</summary>
    public void AddTo(OutcomeTimes sum, Outcome outcome)
    {
        lock (_gate)
        {
            if (_times[(int)outcome] is { } times)
            {
                sum.Add(times);
            }
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

/// <summary>What came since the last sample.</summary>
internal sealed class SecondWindow
{
    private readonly ResponseTimes _responses = new();
    private readonly long[] _counts = new long[RecorderStripe.Outcomes];

    private LoadTotals Totals => LoadTotals.Of(outcome => _counts[(int)outcome]);

    public void Record(TimeSpan response, Outcome outcome)
    {
        _responses.Record(response, outcome);
        _counts[(int)outcome]++;
    }

    public void Add(SecondWindow other)
    {
        _responses.Add(other._responses);
        Add(other.Totals);
    }

    public void Add(LoadWindow window)
    {
        _responses.Add(window);
        Add(window.Totals);
    }

    public LoadWindow ToWindow() => _responses.ToWindow(Totals);

    public void Clear()
    {
        _responses.Clear();
        Array.Clear(_counts);
    }

    public SecondRecord ToRecord(int second)
    {
        var (median, tail) = (_responses.Percentile(50), _responses.Percentile(99));
        return new SecondRecord
        {
            Second = second,
            Successes = _counts[(int)Outcome.Success],
            Conflicts = _counts[(int)Outcome.Conflict],
            Errors = _counts[(int)Outcome.Error],
            Timeouts = _counts[(int)Outcome.Timeout],
            Refused = _counts[(int)Outcome.Refused],
            P50Milliseconds = _responses.Count == 0 ? null : median.Time.TotalMilliseconds,
            P50IsLowerBound = median.IsLowerBound,
            P99Milliseconds = _responses.Count == 0 ? null : tail.Time.TotalMilliseconds,
            P99IsLowerBound = tail.IsLowerBound,
        };
    }

    private void Add(LoadTotals totals)
    {
        for (var outcome = 0; outcome < _counts.Length; outcome++)
        {
            _counts[outcome] += totals[(Outcome)outcome];
        }
    }
}

/// <summary>The times of the requests that ended in one way.</summary>
internal sealed class OutcomeTimes
{
    public LatencyHistogram Service { get; } = new();

    public LatencyHistogram Response { get; } = new();

    public void Add(OutcomeTimes other)
    {
        Service.Add(other.Service);
        Response.Add(other.Response);
    }

    public OperationRecord ToRecord(string operation, Outcome outcome) =>
        new(operation, outcome, Service.ToRecord(), Response.ToRecord());
}
