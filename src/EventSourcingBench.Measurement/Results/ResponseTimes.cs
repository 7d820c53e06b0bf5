namespace EventSourcingBench.Measurement.Results;

/// <summary>The response times of all requests. A request that was answered (done, version conflict, refused by a rule) has a known time.
/// One without an answer, or with an error, is censored: slower than every answered one. Mergeable. Not safe for concurrent use.</summary>
/// <remarks>With <c>A</c> answered requests of <c>N</c>, the percentile <c>p</c> has the rank <c>r = max(1, ⌈p N / 100⌉)</c>. Where <c>r ≤
/// A</c> it is the <c>r</c>-th of the answered times in rising order. Else it is a lower bound: the greatest time recorded, of answered and
/// censored requests together, within which the request of that rank had no answer. No smaller bound would do: the percentile must not fall
/// when the slowest request turns into a failed one.</remarks>
public sealed class ResponseTimes
{
    internal const int Outcomes = 5;

    private readonly LatencyHistogram _answered = new();
    private readonly long[] _counts = new long[Outcomes];
    private long _greatestMicroseconds;

    /// <summary>How many requests, answered or not.</summary>
    public long Count => _answered.Count + Censored;

    /// <summary>How many requests had no answer, or an error.</summary>
    public long Censored => _counts[(int)Outcome.Error] + _counts[(int)Outcome.Timeout];

    /// <summary>The mean over all requests; a lower bound where some are censored. Zero without a request.</summary>
    public ResponseTime Mean => new(
        Count == 0 ? TimeSpan.Zero
            : TimeSpan.FromMicroseconds((_answered.SumMicroseconds + ((double)Censored * _greatestMicroseconds)) / Count),
        Censored > 0);

    /// <summary>Whether the time of a request with this outcome says no more than that its answer would have come later.</summary>
    public static bool IsCensored(Outcome outcome) => outcome is Outcome.Error or Outcome.Timeout;

    /// <summary>The response times of all requests of some operations, whatever their outcome.</summary>
    public static ResponseTimes Of(IEnumerable<OperationRecord> operations)
    {
        var times = new ResponseTimes();
        foreach (var operation in operations)
            times.Add(operation.ResponseTime, operation.Outcome);

        return times;
    }

    public static ResponseTimes Of(HistogramRecord known)
    {
        var times = new ResponseTimes();
        times.Add(known, Outcome.Success);
        return times;
    }

    /// <summary>Counts a request. Allocates nothing.</summary>
    public void Record(TimeSpan time, Outcome outcome)
    {
        _counts[(int)outcome]++;
        _greatestMicroseconds = Math.Max(_greatestMicroseconds, (long)time.TotalMicroseconds);
        if (!IsCensored(outcome))
            _answered.Record(time);
    }

    public void Add(ResponseTimes other) => Add(other._answered, other._greatestMicroseconds, o => other._counts[(int)o]);

    public void Add(LoadWindow window) =>
        Add(LatencyHistogram.FromRecord(window.Answered), window.GreatestMicroseconds, o => window.Totals[o]);

    /// <summary>A percentile of all requests. Zero without a request.</summary>
    public ResponseTime Percentile(double percentile)
    {
        // Cut at the greatest time of all: cut at that of the answered ones, a value could fall by a thousandth when one of these fails.
        var rank = LatencyHistogram.RankOf(percentile, Count);
        return rank <= _answered.Count
            ? new ResponseTime(_answered.AtRank(rank, _greatestMicroseconds), IsLowerBound: false)
            : new ResponseTime(TimeSpan.FromMicroseconds(_greatestMicroseconds), IsLowerBound: Censored > 0);
    }

    /// <summary>The same; null where there are too few requests to give it.</summary>
    public ResponseTime? Given(double percentile) =>
        Count > 0 && LatencyHistogram.IsGiven(percentile, Count) ? Percentile(percentile) : null;

    public void Clear()
    {
        _answered.Clear();
        Array.Clear(_counts);
        _greatestMicroseconds = 0;
    }

    public LoadWindow ToWindow() => new(_answered.ToRecord(), _greatestMicroseconds, LoadTotals.Of(o => _counts[(int)o]));

    /// <summary>What was seen as the sample of a second, still without what processes used.</summary>
    public SecondRecord ToSecond(int second)
    {
        var (median, tail) = (Given(50), Given(99));
        return new SecondRecord(second, _counts[0], _counts[1], _counts[2], _counts[3], _counts[4])
        {
            P50Milliseconds = median?.Time.TotalMilliseconds,
            P50IsLowerBound = median?.IsLowerBound == true,
            P99Milliseconds = tail?.Time.TotalMilliseconds,
            P99IsLowerBound = tail?.IsLowerBound == true,
        };
    }

    private void Add(HistogramRecord times, Outcome outcome)
    {
        if (!IsCensored(outcome))
            _answered.Add(times);

        _counts[(int)outcome] += times.Count;
        _greatestMicroseconds = Math.Max(_greatestMicroseconds, times.MaxMicroseconds);
    }

    private void Add(LatencyHistogram answered, long greatest, Func<Outcome, long> count)
    {
        _answered.Add(answered);
        for (var outcome = 0; outcome < Outcomes; outcome++)
            _counts[outcome] += count((Outcome)outcome);

        _greatestMicroseconds = Math.Max(_greatestMicroseconds, greatest);
    }
}

/// <summary>A response time, or what is known of one.</summary>
/// <param name="Time">From the intended start.</param>
/// <param name="IsLowerBound">True when the request had no answer within this time: shown as <c>≥ 5,000 ms</c>.</param>
public readonly record struct ResponseTime(TimeSpan Time, bool IsLowerBound)
{
    public Estimate Milliseconds => new(Time.TotalMilliseconds, null, null, IsLowerBound);
}
