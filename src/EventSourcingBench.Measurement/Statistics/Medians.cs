namespace EventSourcingBench.Measurement.Statistics;

/// <summary>Medians without an interval.</summary>
public static class Medians
{
    /// <summary>The middle value, or the mean of the two in the middle.</summary>
    /// <exception cref="ArgumentOutOfRangeException">There is no value.</exception>
    public static double Of(IEnumerable<double> values) => OfSorted([.. values.Order()]);

    internal static double OfSorted(IReadOnlyList<double> sorted) => Middle(sorted[(sorted.Count - 1) / 2], sorted[sorted.Count / 2]);

    // Halved first where the sum would overflow; elsewhere exact for equal values.
    internal static double Middle(double lower, double upper) =>
        double.IsFinite(lower + upper) ? (lower + upper) / 2 : (lower / 2) + (upper / 2);
}
