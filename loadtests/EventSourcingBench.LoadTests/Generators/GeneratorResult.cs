namespace EventSourcingBench.LoadTests.Generators;

/// <summary>What a generator measured.</summary>
internal sealed record GeneratorResult(
    DateTimeOffset StartedAt,
    TimeSpan Elapsed,
    bool Interrupted,
    long Resent,
    IReadOnlyList<OperationRecord> Operations,
    IReadOnlyDictionary<string, long> Errors);
