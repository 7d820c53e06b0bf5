using System.Text.Json.Serialization;

namespace EventSourcingBench.Measurement.Results;

/// <summary>The search for the highest rate whose response times stay within a bound.</summary>
public sealed record SloSearchRecord
{
    public required SloRecord Slo { get; init; }

    /// <summary>The highest rate that held, requests a second; null where none did.</summary>
    public double? Rate { get; init; }

    /// <summary>The rates that were tried, in that order.</summary>
    public required IReadOnlyList<SloProbe> Probes { get; init; }
}

/// <summary>One rate that was tried.</summary>
public sealed record SloProbe
{
    /// <summary>Requests a second.</summary>
    public required double Rate { get; init; }

    /// <summary>The response time at the bound's percentile (see <see cref="ResponseTimes"/>); null without a request.</summary>
    public TimeSpan? Response { get; init; }

    /// <summary>Whether the response time is a lower bound, because it falls among requests without an answer.</summary>
    public bool ResponseIsLowerBound { get; init; }

    /// <summary>Successful requests a second.</summary>
    public required double Throughput { get; init; }

    /// <summary>The engine's own report of this rate, as <see cref="StepRecord.EngineReport"/>; null where it made none.</summary>
    public string? EngineReport { get; init; }

    /// <summary>Whether the bound held, every request was done or refused by a rule, and verification passed.</summary>
    public required bool Held { get; init; }
}

/// <summary>A bound on response times: so many percent of all requests are to be answered within it.</summary>
/// <param name="Percentile">Such as 99; more than 0, less than 100.</param>
/// <param name="Bound">The longest response time, from the intended start.</param>
public sealed record SloRecord(double Percentile, TimeSpan Bound) : IJsonOnDeserialized
{
    // Checks what was read here, so that the error names the place.
    void IJsonOnDeserialized.OnDeserialized()
    {
        if (Percentile is not (> 0 and < 100))
            throw new JsonException("The percentile must be more than 0 and less than 100.");
    }
}
