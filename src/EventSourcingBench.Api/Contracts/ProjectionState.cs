namespace EventSourcingBench.Api;

/// <summary>How a projection is.</summary>
public sealed record ProjectionState
{
    /// <summary><c>running</c>, <c>stopped</c>, or <c>failed</c>: it cannot go on by itself.</summary>
    public required string State { get; init; }

    /// <summary>How many rows the read model holds; null unless it is running.</summary>
    public long? Rows { get; init; }

    /// <summary>The checkpoint that is saved with the read model; null unless it is running, empty before the first event.</summary>
    public string? Checkpoint { get; init; }

    /// <summary>Whether it had nothing more to do when last it looked; false unless it is running.</summary>
    public bool CaughtUp { get; init; }

    /// <summary>Why it failed; else null.</summary>
    public string? Error { get; init; }
}
