using EventSourcingBench.Measurement;

namespace EventSourcingBench.Reporting;

/// <summary>What a report asks of estimates.</summary>
internal static class EstimateExtensions
{
    public static bool HasInterval(this Estimate estimate) => estimate is { Low: not null, High: not null };

    /// <summary>Whether both have intervals and these share a value, so that their order is not certain.</summary>
    public static bool Overlaps(this Estimate one, Estimate other) =>
        one.HasInterval() && other.HasInterval() && one.Low <= other.High && other.Low <= one.High;
}
