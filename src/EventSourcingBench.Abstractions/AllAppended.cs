namespace EventSourcingBench.Abstractions;

/// <summary>Everything is in the store.</summary>
/// <param name="Streams">One for each stream, in the order of the call.</param>
public sealed record AllAppended(IReadOnlyList<Appended> Streams) : MultiStreamResult;
