namespace EventSourcingBench.LoadTests;

/// <summary>What is verified. Streams always are.</summary>
public sealed record VerifierOptions
{
    /// <summary>Whether the store has a catch-up subscription; it is read twice then. Default: true.</summary>
    public bool Subscription { get; init; } = true;

    /// <summary>Whether a projection ran; its rows and totals are read then. Default: false.</summary>
    public bool ReadModel { get; init; }

    /// <summary>
    /// How long to wait before reading when outcomes are unknown: the store may still be at work on a request whose
    /// sender has given up. Zero or more. Default: 1 second.
    /// </summary>
    public TimeSpan Settle { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>The clock of that wait. Default: the system's.</summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;
}
