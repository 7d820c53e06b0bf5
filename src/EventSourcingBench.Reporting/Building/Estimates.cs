namespace EventSourcingBench.Reporting;

/// <summary>Medians over trials and their ratios.</summary>
internal static class Estimates
{
    /// <summary>The median with its interval; null without a value.</summary>
    public static Estimate? Of(IEnumerable<double?> values, int seed)
    {
        var known = values.OfType<double>().ToArray();
        switch (known.Length)
        {
            case 0:
                return null;
            case 1:
                return new Estimate(known[0], null, null, 1);
            default:
                var interval = Bootstrap.Median(known, seed);
                return new Estimate(interval.Median, interval.Low, interval.High, known.Length);
        }
    }

    /// <summary>The ratio of two medians; with an interval where both have several trials. Null where one has no value or is zero.</summary>
    public static Estimate? Ratio(IReadOnlyList<double> numerator, IReadOnlyList<double> denominator, int seed)
    {
        if (numerator.Count == 0 || denominator.Count == 0 || denominator.Any(v => v <= 0))
        {
            return null;
        }

        if (numerator.Count == 1 || denominator.Count == 1)
        {
            var (a, b) = (Of(numerator.Select(v => (double?)v), seed)!, Of(denominator.Select(v => (double?)v), seed)!);
            return new Estimate(a.Median / b.Median, null, null, 1);
        }

        var interval = Bootstrap.Ratio(numerator, denominator, seed);
        return new Estimate(interval.Median, interval.Low, interval.High, Math.Min(numerator.Count, denominator.Count));
    }
}
