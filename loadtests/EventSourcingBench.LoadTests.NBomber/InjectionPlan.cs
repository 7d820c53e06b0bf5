namespace EventSourcingBench.LoadTests.NBomber;

/// <summary>NBomber's open model: so many requests in each interval, each at a random moment that NBomber does not report. What is known of
/// a request's due time is the end of its interval: sent later, it is late for certain.</summary>
internal sealed class InjectionPlan
{
    // About a second: NBomber loses up to a millisecond with each interval, and shorter ones would cost it the rate.
    private static readonly TimeSpan Wanted = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(20);

    private readonly long[] _dueByEndOf;
    private readonly TimeSpan _duration;
    private readonly bool _ramp;

    private InjectionPlan(int perInterval, TimeSpan interval, TimeSpan duration, bool ramp)
    {
        (PerInterval, Interval, _duration, _ramp) = (perInterval, interval, duration, ramp);
        _dueByEndOf = new long[(int)Math.Ceiling(duration / interval)];
        var sum = 0L;
        for (var i = 0; i < _dueByEndOf.Length; i++)
            _dueByEndOf[i] = sum += ramp ? OnRamp(i) : perInterval;
    }

    /// <summary>At full load.</summary>
    public int PerInterval { get; }

    public TimeSpan Interval { get; }

    public long Count => _dueByEndOf[^1];

    /// <summary>Finds an interval with a whole number of requests that goes into the duration, near a second.</summary>
    public static InjectionPlan Create(double rate, TimeSpan duration, bool ramp)
    {
        var best = Enumerable.Range(1, (int)Math.Min(10_000, Math.Ceiling(duration / (Wanted / 2))))
            .Select(parts => duration / parts)
            .Where(i => i <= Longest && IsWhole(rate * i.TotalSeconds) && IsWhole(i.TotalMilliseconds))
            .Select(i => (TimeSpan?)i)
            .MinBy(i => Math.Abs(Math.Log(i!.Value / Wanted)));
        var interval = best ?? TimeSpan.FromSeconds(Math.Ceiling(rate) / rate);
        return interval <= duration
            ? new InjectionPlan((int)Math.Round(rate * interval.TotalSeconds), interval, duration, ramp)
            : throw new LoadEngineException(string.Create(
                CultureInfo.InvariantCulture,
                $"NBomber sends whole requests in each interval: at {rate}/s the shortest is {interval.TotalSeconds:0.#} s, longer than "
                + $"the step's {duration.TotalSeconds:0.#} s. Say a longer --duration, or --engine built-in."));
    }

    /// <summary>When a request was due, as far as is known: when it was called, or the end of its interval if that was earlier.</summary>
    /// <param name="index">Its number in the order of the calls, from 0.</param>
    /// <param name="called">When NBomber called for it, from the start.</param>
    public TimeSpan DueAt(long index, TimeSpan called)
    {
        var found = Array.BinarySearch(_dueByEndOf, index + 1);
        var interval = found >= 0 ? FirstOf(found) : Math.Min(~found, _dueByEndOf.Length - 1);
        var end = Interval * (interval + 1);
        return called < end ? called : end;
    }

    public NBomberSimulation ToSimulation() => _ramp
        ? Simulation.RampingInject(PerInterval, Interval, _duration)
        : Simulation.Inject(PerInterval, Interval, _duration);

    private static bool IsWhole(double value) => value >= 1 && Math.Abs(value - Math.Round(value)) < 1e-6;

    // As NBomber counts: the share of the time that has passed when the interval begins, in whole percents.
    private long OnRamp(int interval)
    {
        var percent = Math.Min(100, Math.Round(interval * Interval / _duration * 100, MidpointRounding.AwayFromZero));
        return (long)Math.Round(PerInterval / 100.0 * percent, MidpointRounding.AwayFromZero);
    }

    // Intervals in which nothing is due repeat the sum of the one before.
    private int FirstOf(int interval)
    {
        while (interval > 0 && _dueByEndOf[interval - 1] == _dueByEndOf[interval])
            interval--;

        return interval;
    }
}
