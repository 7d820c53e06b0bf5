namespace EventSourcingBench.LoadTests.Ingest;

/// <summary>What came of a trial.</summary>
/// <param name="Trial">Its record.</param>
/// <param name="Failure">Why it was not brought to its end; null when it was.</param>
internal sealed record TrialResult(IngestTrial Trial, string? Failure)
{
    /// <summary>One sample a second.</summary>
    public IReadOnlyList<SecondRecord> Seconds { get; init; } = [];

    /// <summary>The death of a node in it; null where none died.</summary>
    public NodeDeathRecord? NodeDeath { get; init; }

    /// <summary>What a reader must know of how the numbers came about.</summary>
    public IReadOnlyList<string> Notes { get; init; } = [];
}
