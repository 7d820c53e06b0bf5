namespace EventSourcingBench.Api.Contracts;

/// <summary>The state of a projection.</summary>
public sealed record ProjectionState
{
    /// <summary><c>running</c>, <c>stopped</c>, or <c>failed</c>, which needs a restart.</summary>
    public required string State { get; init; }

    /// <summary>The number of rows in the read model; null unless it is running.</summary>
    public long? Rows { get; init; }

    /// <summary>The saved checkpoint; null unless it is running, empty before the first event.</summary>
    public string? Checkpoint { get; init; }

    /// <summary>Whether it had caught up at its last check; false unless it is running.</summary>
    public bool CaughtUp { get; init; }

    /// <summary>The reason of the failure; otherwise null.</summary>
    public string? Error { get; init; }
}
