namespace EventSourcingBench.LoadTests.Mixed;

/// <summary>One kind of operation in the measured time. Response times are of all requests, from when each was due.</summary>
internal sealed record MixedOperationRecord
{
    /// <summary>How many were sent.</summary>
    public required long Requests { get; init; }

    /// <summary>Those that met a version conflict.</summary>
    public long Conflicts { get; init; }

    /// <summary>The median of the response time.</summary>
    public required TimeSpan P50 { get; init; }

    /// <summary>Its 99th percentile.</summary>
    public required TimeSpan P99 { get; init; }

    /// <summary>True where requests without an answer make the 99th percentile a lower bound.</summary>
    public bool P99IsLowerBound { get; init; }
}
