using System.Text.Json.Serialization;

namespace EventSourcingBench.Measurement.Histograms;

/// <summary>A histogram as it is stored: how many values, the least and the greatest (0 when there is none) and the sum of all,
/// microseconds; and the buckets that hold something, index and count in turn, indexes rising. <see cref="LatencyHistogram.FromRecord"/>
/// reads it.</summary>
public sealed record HistogramRecord(
    long Count, long MinMicroseconds, long MaxMicroseconds, long SumMicroseconds, IReadOnlyList<long> Buckets) : IJsonOnDeserialized
{
    // Checks what was read here, so that the error names the place.
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
