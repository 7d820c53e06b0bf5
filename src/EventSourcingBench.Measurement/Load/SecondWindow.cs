namespace EventSourcingBench.Measurement;

/// <summary>What came since the last sample.</summary>
internal sealed class SecondWindow
{
    /// <summary>Response times of the successes.</summary>
    public LatencyHistogram Responses { get; } = new();

    public long Conflicts { get; private set; }

    public long Failures { get; private set; }

    public void Record(TimeSpan response, Outcome outcome)
    {
        switch (outcome)
        {
            case Outcome.Success:
                Responses.Record(response);
                break;
            case Outcome.Conflict or Outcome.Refused:
                Conflicts++;
                break;
            default:
                Failures++;
                break;
        }
    }

    public void Add(SecondWindow other)
    {
        Responses.Add(other.Responses);
        Conflicts += other.Conflicts;
        Failures += other.Failures;
    }

    public void Add(LoadWindow window)
    {
        Responses.Add(LatencyHistogram.FromRecord(window.Responses));
        Conflicts += window.Conflicts;
        Failures += window.Failures;
    }

    public LoadWindow ToWindow() => new(Responses.ToRecord(), Conflicts, Failures);

    public void Clear()
    {
        Responses.Clear();
        Conflicts = 0;
        Failures = 0;
    }

    public SecondRecord ToRecord(int second) => new()
    {
        Second = second,
        Successes = Responses.Count,
        Conflicts = Conflicts,
        Failures = Failures,
        P50Milliseconds = Responses.Count == 0 ? null : Responses.Percentile(50).TotalMilliseconds,
        P99Milliseconds = Responses.Count == 0 ? null : Responses.Percentile(99).TotalMilliseconds,
    };
}
