namespace EventSourcingBench.Measurement;

/// <summary>A node that was killed while events were appended.</summary>
public sealed record NodeDeathRecord
{
    /// <summary>Since the start of the trial.</summary>
    public required TimeSpan At { get; init; }

    /// <summary>What was killed and what took its place, in one sentence.</summary>
    public required string What { get; init; }

    /// <summary>The longest time after the death in which nothing was acknowledged.</summary>
    public required TimeSpan Pause { get; init; }
}
