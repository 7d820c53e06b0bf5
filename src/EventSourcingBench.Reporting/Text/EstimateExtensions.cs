namespace EventSourcingBench.Reporting.Text;

/// <summary>What a report asks of estimates.</summary>
internal static class EstimateExtensions
{
    public static bool HasInterval(this Estimate estimate) => estimate is { Low: not null, High: not null };

    /// <summary>
    /// Whether both have intervals and these share a value, so that their order is not certain. The interval of a lower bound
    /// has no end.
    /// </summary>
    public static bool Overlaps(this Estimate one, Estimate other) => one.Low() <= other.High() && other.Low() <= one.High();

    /// <summary>In another unit.</summary>
    public static Estimate Times(this Estimate estimate, double factor) =>
        estimate with { Median = estimate.Median * factor, Low = estimate.Low * factor, High = estimate.High * factor };

    private static double? Low(this Estimate estimate) => estimate.IsLowerBound ? estimate.Median : estimate.Low;

    private static double? High(this Estimate estimate) => estimate.IsLowerBound ? double.PositiveInfinity : estimate.High;
}
