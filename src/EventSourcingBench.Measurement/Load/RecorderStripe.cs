namespace EventSourcingBench.Measurement.Load;

/// <summary>The part of a recorder that a few workers share. Its lock is held for some nanoseconds by a recording worker, and once a second
/// by the sampler, for the exchange of one reference.</summary>
internal sealed class RecorderStripe
{
    private readonly Lock _gate = new();

    // By outcome. A histogram is about 190 KB: only the successes have theirs from the start.
    private readonly (LatencyHistogram Service, LatencyHistogram Response)?[] _times =
        new (LatencyHistogram Service, LatencyHistogram Response)?[ResponseTimes.Outcomes];

    // What came since the last sample.
    private ResponseTimes _window = new();

    public RecorderStripe() => TimesOf(Outcome.Success);

    public void Record(TimeSpan service, TimeSpan response, Outcome outcome)
    {
        lock (_gate)
        {
            var times = TimesOf(outcome);
            times.Service.Record(service);
            times.Response.Record(response);
            _window.Record(response, outcome);
        }
    }

    /// <summary>Adds what another process saw for a moment to the window alone; its times by outcome come at the end.</summary>
    public void Add(LoadWindow window)
    {
        lock (_gate)
            _window.Add(window);
    }

    /// <summary>Adds the times that another process kept of an outcome; they are in no window of this one.</summary>
    public void Add(OperationRecord operation)
    {
        lock (_gate)
        {
            var times = TimesOf(operation.Outcome);
            times.Service.Add(LatencyHistogram.FromRecord(operation.ServiceTime));
            times.Response.Add(LatencyHistogram.FromRecord(operation.ResponseTime));
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

    public void AddTo(LatencyHistogram service, LatencyHistogram response, Outcome outcome)
    {
        lock (_gate)
        {
            if (_times[(int)outcome] is not { } times)
                return;

            service.Add(times.Service);
            response.Add(times.Response);
        }
    }

    public long Count(Outcome outcome)
    {
        lock (_gate)
            return _times[(int)outcome]?.Response.Count ?? 0;
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

    private (LatencyHistogram Service, LatencyHistogram Response) TimesOf(Outcome outcome) => _times[(int)outcome] ??= (new(), new());
}
