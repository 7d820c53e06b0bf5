namespace EventSourcingBench.Reporting.Measures;

internal static class Estimates
{
    // Intervals are drawn again from the values; any fixed number gives the same ones for the same values.
    public const int AnySeed = 1;

    public static Estimate? Of(IEnumerable<double?> values, int seed = AnySeed)
    {
        var known = values.OfType<double>().ToArray();
        return known.Length == 0 ? null : Bootstrap.Median(known, seed);
    }

    /// <summary>The median of values of which some may be lower bounds: then it has no interval, and it is a lower bound itself where it
    /// would be greater if those values had no end. Null without a value.</summary>
    public static Estimate? Of(IReadOnlyList<TrialValue> values, int seed = AnySeed)
    {
        var estimate = Of(values.Select(v => (double?)v.Value), seed);
        if (estimate is not { Median: var median } || !values.Any(v => v.IsLowerBound))
            return estimate;

        var greatest = Medians.Of(values.Select(v => v.IsLowerBound ? double.PositiveInfinity : v.Value));
        return new Estimate(median, null, null) { IsLowerBound = greatest > median };
    }
}
