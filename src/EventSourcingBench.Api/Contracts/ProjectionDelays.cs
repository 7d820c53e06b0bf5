namespace EventSourcingBench.Api.Contracts;

/// <summary>The delays of a projection: SaveTime - ApiCallTime of each row, without rows of rebuilds.</summary>
public sealed record ProjectionDelays
{
    /// <summary>Events from this ApiCallTime on count; null if there is no measurement.</summary>
    public required DateTimeOffset? From { get; init; }

    /// <summary>All delays, microseconds.</summary>
    public required HistogramRecord Histogram { get; init; }

    /// <summary>The median; 0 if there is no value, here and below.</summary>
    public required double P50Milliseconds { get; init; }

    /// <summary>The 90th percentile.</summary>
    public required double P90Milliseconds { get; init; }

    /// <summary>The 95th percentile.</summary>
    public required double P95Milliseconds { get; init; }

    /// <summary>The 99th percentile.</summary>
    public required double P99Milliseconds { get; init; }

    /// <summary>The maximum.</summary>
    public required double MaxMilliseconds { get; init; }
}
