namespace EventSourcingBench.Measurement.Results;

/// <summary>The search for the highest rate whose response times stay within a bound.</summary>
/// <param name="Rate">The highest rate that held, requests a second; null where none did.</param>
public sealed record SloSearchRecord(SloRecord Slo, double? Rate = null)
{
    /// <summary>The rates that were tried, in that order.</summary>
    public required IReadOnlyList<SloProbe> Probes { get; init; }
}

/// <param name="Throughput">Successful requests a second.</param>
/// <param name="Held">Whether the bound held, every request was done or refused by a rule, and verification passed.</param>
/// <param name="Response">The response time at the bound's percentile (see <see cref="ResponseTimes"/>); null without a request.</param>
/// <param name="ResponseIsLowerBound">Whether it is a lower bound, because it falls among requests without an answer.</param>
/// <param name="EngineReport">The engine's own report, as <see cref="StepRecord.EngineReport"/>; null where it made none.</param>
public sealed record SloProbe(
    double Rate, double Throughput, bool Held, TimeSpan? Response = null, bool ResponseIsLowerBound = false, string? EngineReport = null);

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
