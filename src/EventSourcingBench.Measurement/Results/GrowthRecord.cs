namespace EventSourcingBench.Measurement;

/// <summary>What a step of the suite <c>growth</c> measured: one store that grows, sampled again and again.</summary>
public sealed record GrowthRecord
{
    /// <summary>How many events a sample is apart from the next.</summary>
    public required long SampleEvery { get; init; }

    /// <summary>Single appends a second that were to be sent while samples were taken; null: none.</summary>
    public double? Background { get; init; }

    /// <summary>Mean bytes of an event's data.</summary>
    public required double EventBytes { get; init; }

    /// <summary>The samples, in the order of growth.</summary>
    public required IReadOnlyList<GrowthSample> Samples { get; init; }

    /// <summary>Time to make the read model again from all events at the end; null where the store has no projections.</summary>
    public TimeSpan? Rebuild { get; init; }

    /// <summary>Time to close an embedded store at the end and open it again until it answers a reading; null for a store with a server, which is not restarted.</summary>
    public TimeSpan? Restart { get; init; }
}
