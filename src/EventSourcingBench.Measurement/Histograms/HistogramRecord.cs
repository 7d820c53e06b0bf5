using System.Text.Json.Serialization;

namespace EventSourcingBench.Measurement.Histograms;

/// <summary>A histogram as it is stored: only the buckets that hold something. <see cref="LatencyHistogram.FromRecord"/> reads
/// it.</summary>
public sealed record HistogramRecord : IJsonOnDeserialized
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

    /// <summary>Checks what was read, so that the error names the place.</summary>
    /// <exception cref="JsonException">The values contradict each other.</exception>
    void IJsonOnDeserialized.OnDeserialized()
    {
        if (Buckets is null)
        {
            return; // The serializer refuses it after this call.
        }

        try
        {
            LatencyHistogram.FromRecord(this);
        }
        catch (FormatException e)
        {
            throw new JsonException(e.Message, e);
        }
    }
}
