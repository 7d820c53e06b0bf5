using System.Text.Json.Serialization;

namespace EventSourcingBench.Measurement.Results;

/// <summary>A bound on response times: so many percent of all requests are to be answered within it.</summary>
/// <param name="Percentile">Such as 99; more than 0, less than 100.</param>
/// <param name="Bound">The longest response time, from the intended start.</param>
public sealed record SloRecord(double Percentile, TimeSpan Bound) : IJsonOnDeserialized
{
    /// <summary>Checks what was read, so that the error names the place.</summary>
    /// <exception cref="JsonException">The percentile is out of range.</exception>
    void IJsonOnDeserialized.OnDeserialized()
    {
        if (Percentile is not (> 0 and < 100))
        {
            throw new JsonException("The percentile must be more than 0 and less than 100.");
        }
    }
}
