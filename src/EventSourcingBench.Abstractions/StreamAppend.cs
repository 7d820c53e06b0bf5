namespace EventSourcingBench.Abstractions;

/// <summary>One stream's part of an append to several.</summary>
/// <param name="Stream">The stream.</param>
/// <param name="Expected">The version that it must have.</param>
/// <param name="Events">One or more events.</param>
public sealed record StreamAppend(StreamId Stream, ExpectedVersion Expected, IReadOnlyList<EventData> Events);
