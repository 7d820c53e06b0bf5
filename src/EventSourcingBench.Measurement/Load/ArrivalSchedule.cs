namespace EventSourcingBench.Measurement.Load;

/// <summary>The open model: when each request is due, whatever the store does. At a constant rate r the i-th request (from 0) is due after
/// i / r; on an even ramp from 0 to r over D after sqrt(2 D i / r), the inverse of the integral r t² / 2D.</summary>
public sealed class ArrivalSchedule
{
    private const double MaxRate = 10_000_000;
    private readonly double _rate;
    private readonly double _seconds;
    private readonly bool _ramp;

    /// <param name="rate">Requests a second at full load; above 0, at most 10,000,000.</param>
    /// <param name="ramp">True when the rate rises evenly from 0 to the full rate over the duration.</param>
    public ArrivalSchedule(double rate, TimeSpan duration, bool ramp)
    {
        if (!(rate is > 0 and <= MaxRate))
            throw new ArgumentOutOfRangeException(nameof(rate), rate, "The rate must be above 0 and at most 10,000,000 requests a second.");

        (_rate, _seconds, _ramp) = (rate, duration.TotalSeconds, ramp);

        // Decimal, so that 0.1 requests a second over 30 s are 3 and not 4.
        var load = (decimal)rate * duration.Ticks / TimeSpan.TicksPerSecond;
        Count = (long)Math.Ceiling(ramp ? load / 2 : load);
    }

    /// <summary>How many requests are due before the end: rate times duration, half of it on a ramp, rounded up.</summary>
    public long Count { get; }

    /// <summary>When a request is due, from the start.</summary>
    /// <param name="index">0 to <see cref="Count"/> - 1.</param>
    public TimeSpan DueAt(long index)
    {
        var seconds = _ramp ? Math.Sqrt(2 * _seconds * index / _rate) : index / _rate;
        return TimeSpan.FromTicks((long)Math.Round(seconds * TimeSpan.TicksPerSecond));
    }
}

/// <summary>The closed model: how many copies work at a time.</summary>
/// <param name="Copies">Copies at full load, 1 or more.</param>
/// <param name="Ramp">True when copies join evenly over the duration, copy k of n (from 0) after k / n; else all start at once.</param>
public sealed record CopySchedule(int Copies, TimeSpan Duration, bool Ramp)
{
    public TimeSpan StartOf(int copy) => Ramp ? TimeSpan.FromTicks(Duration.Ticks / Copies * copy) : TimeSpan.Zero;
}
