using EventSourcingBench.Measurement;

namespace EventSourcingBench.Reporting;

/// <summary>Medians over trials and their ratios.</summary>
internal static class Estimates
{
    /// <summary>The median with its interval; null without a value.</summary>
    public static Estimate? Of(IEnumerable<double?> values, int seed)
    {
        var known = values.OfType<double>().ToArray();
        return known.Length == 0 ? null : Bootstrap.Median(known, seed);
    }

    /// <summary>The ratio of two medians; null where one has no value or the lower one is zero.</summary>
    public static Estimate? Ratio(IReadOnlyList<double> numerator, IReadOnlyList<double> denominator, int seed) =>
        numerator.Count == 0 || denominator.Count == 0 || denominator.Any(v => v <= 0)
            ? null
            : Bootstrap.RatioOfMedians(numerator, denominator, seed);
}
