namespace EventSourcingBench.Measurement.Statistics;

/// <summary>Medians without an interval.</summary>
public static class Medians
{
    /// <summary>The middle value, or the mean of the two in the middle.</summary>
    /// <exception cref="ArgumentOutOfRangeException">There is no value.</exception>
    public static double Of(IEnumerable<double> values)
    {
        var sorted = values.Order().ToList();
        return (sorted[(sorted.Count - 1) / 2] + sorted[sorted.Count / 2]) / 2;
    }
}
