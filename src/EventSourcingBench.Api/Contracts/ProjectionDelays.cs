using EventSourcingBench.Measurement;

namespace EventSourcingBench.Api;

/// <summary>The delays of a projection: SaveTime - ApiCallTime of each row, rows of rebuilds left out.</summary>
public sealed record ProjectionDelays
{
    /// <summary>Events from this ApiCallTime on count; null while nothing is measured.</summary>
    public required DateTimeOffset? From { get; init; }

    /// <summary>All delays, microseconds.</summary>
    public required HistogramRecord Histogram { get; init; }

    /// <summary>The median; 0 when there is no value, here and below.</summary>
    public required double P50Milliseconds { get; init; }

    /// <summary>What 90 of 100 do not exceed.</summary>
    public required double P90Milliseconds { get; init; }

    /// <summary>What 95 of 100 do not exceed.</summary>
    public required double P95Milliseconds { get; init; }

    /// <summary>What 99 of 100 do not exceed.</summary>
    public required double P99Milliseconds { get; init; }

    /// <summary>The longest.</summary>
    public required double MaxMilliseconds { get; init; }
}
