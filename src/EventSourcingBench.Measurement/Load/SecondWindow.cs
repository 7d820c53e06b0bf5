namespace EventSourcingBench.Measurement.Load;

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
