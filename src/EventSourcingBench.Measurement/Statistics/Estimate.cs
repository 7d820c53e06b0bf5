namespace EventSourcingBench.Measurement.Statistics;

/// <summary>A median of repeated measurements and how sure it is.</summary>
/// <param name="Median">In the unit of the values.</param>
/// <param name="Low">Lower end of the 95% confidence interval; null for a single value.</param>
/// <param name="High">Upper end of it; null for a single value.</param>
public readonly record struct Estimate(double Median, double? Low, double? High)
{
    /// <summary>Whether the median is only known to be at least this, because of values that are lower bounds.</summary>
    public bool IsLowerBound { get; init; }
}
