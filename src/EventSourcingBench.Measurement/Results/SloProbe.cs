namespace EventSourcingBench.Measurement.Results;

/// <summary>One rate that was tried.</summary>
public sealed record SloProbe
{
    /// <summary>Requests a second.</summary>
    public required double Rate { get; init; }

    /// <summary>
    /// The response time of all requests at the bound's percentile (see <see cref="ResponseTimes"/>); null without a request.
    /// </summary>
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
