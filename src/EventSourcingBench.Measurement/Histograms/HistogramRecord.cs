using System.Text.Json.Serialization;

namespace EventSourcingBench.Measurement.Histograms;

/// <summary>A histogram as it is stored: only the buckets that hold something. <see cref="LatencyHistogram.FromRecord"/> reads
/// it.</summary>
/// <param name="Count">How many values.</param>
/// <param name="MinMicroseconds">The least value, microseconds; 0 when there is none.</param>
/// <param name="MaxMicroseconds">The greatest value, microseconds; 0 when there is none.</param>
/// <param name="SumMicroseconds">The sum of all values, microseconds.</param>
/// <param name="Buckets">Bucket index and count in turn: index, count, index, count, ...; indexes rise.</param>
public sealed record HistogramRecord(
    long Count, long MinMicroseconds, long MaxMicroseconds, long SumMicroseconds, IReadOnlyList<long> Buckets) : IJsonOnDeserialized
{
    /// <summary>Checks what was read, so that the error names the place.</summary>
    /// <exception cref="JsonException">The values contradict each other.</exception>
    void IJsonOnDeserialized.OnDeserialized()
    {
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
