namespace EventSourcingBench.LoadTests.Generators;

/// <summary>What a generator measured.</summary>
/// <param name="StartedAt">By its own clock, UTC.</param>
/// <param name="Elapsed">Its measured time.</param>
/// <param name="Interrupted">Whether it was ended before its planned end.</param>
/// <param name="Resent">See <see cref="ILoad.Resent"/>.</param>
/// <param name="Operations">Times by outcome.</param>
/// <param name="Errors">Messages of errors.</param>
internal sealed record GeneratorResult(
    DateTimeOffset StartedAt,
    TimeSpan Elapsed,
    bool Interrupted,
    long Resent,
    IReadOnlyList<OperationRecord> Operations,
    IReadOnlyDictionary<string, long> Errors);
