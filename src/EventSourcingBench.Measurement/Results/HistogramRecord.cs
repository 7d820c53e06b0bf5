namespace EventSourcingBench.Measurement;

/// <summary>
/// A histogram as it is stored: only the buckets that hold something. <see cref="LatencyHistogram.FromRecord"/> reads it.
/// </summary>
public sealed record HistogramRecord
{
    /// <summary>How many values.</summary>
    public required long Count { get; init; }

    /// <summary>The least value, microseconds; 0 when there is none.</summary>
    public required long MinMicroseconds { get; init; }

    /// <summary>The greatest value, microseconds; 0 when there is none.</summary>
    public required long MaxMicroseconds { get; init; }

    /// <summary>The sum of all values, microseconds.</summary>
    public required long SumMicroseconds { get; init; }

    /// <summary>Bucket index and count in turn: index, count, index, count, ...; indexes rise.</summary>
    public required IReadOnlyList<long> Buckets { get; init; }
}
