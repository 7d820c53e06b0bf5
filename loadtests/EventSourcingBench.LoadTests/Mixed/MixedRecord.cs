namespace EventSourcingBench.LoadTests.Mixed;

/// <summary>What a step of the suite <c>mixed</c> asked, and what came of each operation in the measured time.</summary>
internal sealed record MixedRecord
{
    /// <summary>Its member in the record of a step, and the beginning of its paths in reports.</summary>
    public const string Name = "mixed";

    /// <summary>The name of the mix.</summary>
    public required string Mix { get; init; }

    /// <summary>How many streams were used.</summary>
    public required int Streams { get; init; }

    /// <summary>Zipf's exponent of the choice among them.</summary>
    public required double Skew { get; init; }

    /// <summary>Bytes of an event's data.</summary>
    public required long PayloadBytes { get; init; }

    /// <summary>Events of each stream before the load.</summary>
    public required int EventsPerStream { get; init; }

    /// <summary>Events of other streams before the load.</summary>
    public required long Preload { get; init; }

    /// <summary>Events after which a load stores a snapshot; 0: there were no snapshots.</summary>
    public int Snapshots { get; init; }

    /// <summary>Projections that ran beside the load.</summary>
    public int ReadModels { get; init; }

    /// <summary>Version conflicts in the measured time over all requests; null without a request.</summary>
    public double? ConflictShare { get; init; }

    /// <summary>
    /// The service times of the successes that appended, in the measured time; null where generators on other hosts have other clocks.
    /// </summary>
    public HistogramRecord? Writes { get; init; }

    /// <summary>By operation: <c>load</c>, <c>loadLatest</c>, <c>scan</c>, <c>append</c>, <c>update</c>, <c>create</c>.</summary>
    public required IReadOnlyDictionary<string, MixedOperationRecord> Operations { get; init; }
}
