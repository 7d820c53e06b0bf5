namespace EventSourcingBench.Reporting.Measures;

internal static class Estimates
{
    public static Estimate? Of(IEnumerable<double?> values, int seed)
    {
        var known = values.OfType<double>().ToArray();
        return known.Length == 0 ? null : Bootstrap.Median(known, seed);
    }

    /// <summary>The median of times, milliseconds, of which some may be lower bounds: then it has no interval, and it is a lower bound
    /// itself where it would be greater if those times had no end. Null without a time.</summary>
    public static Estimate? Of(IReadOnlyList<ResponseTime> times, int seed)
    {
        var estimate = Of(times.Select(t => (double?)t.Time.TotalMilliseconds), seed);
        if (estimate is not { Median: var median } || !times.Any(t => t.IsLowerBound))
            return estimate;

        var greatest = Medians.Of(times.Select(t => t.IsLowerBound ? double.PositiveInfinity : t.Time.TotalMilliseconds));
        return new Estimate(median, null, null) { IsLowerBound = greatest > median };
    }

    /// <summary>The ratio of two medians; null where one has no value or the lower one is zero.</summary>
    public static Estimate? Ratio(IReadOnlyList<double> numerator, IReadOnlyList<double> denominator, int seed) =>
        numerator.Count == 0 || denominator.Count == 0 || denominator.Any(v => v <= 0)
            ? null
            : Bootstrap.RatioOfMedians(numerator, denominator, seed);
}
