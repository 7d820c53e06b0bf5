namespace EventSourcingBench.Reporting.Model;

/// <summary>A distribution of times of one step over its trials.</summary>
/// <param name="ByPercentile">The median over trials of each of <see cref="Percentile.All"/>, milliseconds.</param>
/// <param name="Merged">All values of all trials; only among response times some are censored.</param>
public sealed record Latency(IReadOnlyList<Estimate> ByPercentile, ResponseTimes Merged)
{
    /// <summary>The median.</summary>
    public Estimate P50 => ByPercentile[0];

    /// <summary>The 99th percentile.</summary>
    public Estimate P99 => ByPercentile[3];
}
