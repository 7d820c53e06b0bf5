namespace EventSourcingBench.LoadTests.Mixed;

/// <summary>What a step of the suite <c>mixed</c> asked, and what came of each operation in the measured time.</summary>
internal sealed record MixedRecord
{
    /// <summary>Its member in the record of a step, and the beginning of its paths in reports.</summary>
    public const string Name = "mixed";

    public required string Mix { get; init; }

    public required int Streams { get; init; }

    public required double Skew { get; init; }

    public required long PayloadBytes { get; init; }

    /// <summary>Events of each stream before the load.</summary>
    public required int EventsPerStream { get; init; }

    /// <summary>Events of other streams before the load.</summary>
    public required long Preload { get; init; }

    /// <summary>Events after which a load stores a snapshot; 0: there were no snapshots.</summary>
    public int Snapshots { get; init; }

    public int ReadModels { get; init; }

    /// <summary>Version conflicts in the measured time over all requests; null without a request.</summary>
    public double? ConflictShare { get; init; }

    /// <summary>Service times of the successes that appended, in the measured time; null where generators have other clocks.</summary>
    public HistogramRecord? Writes { get; init; }

    /// <summary>By operation: <c>load</c>, <c>loadLatest</c>, <c>scan</c>, <c>append</c>, <c>update</c>, <c>create</c>.</summary>
    public required IReadOnlyDictionary<string, MixedOperationRecord> Operations { get; init; }
}

/// <summary>One kind of operation in the measured time: response times of all requests, from when each was due. Conflicts are requests that
/// met one. Requests without an answer make the 99th percentile a lower bound.</summary>
internal sealed record MixedOperationRecord(
    long Requests, TimeSpan P50, TimeSpan P99, long Conflicts = 0, bool P99IsLowerBound = false);
