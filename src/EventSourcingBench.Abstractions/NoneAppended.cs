namespace EventSourcingBench.Abstractions;

/// <summary>One stream met a version conflict, so nothing was appended to any.</summary>
/// <param name="Stream">The stream; the first in the order of the call where several lost.</param>
/// <param name="Conflict">What was expected of it, and its version.</param>
public sealed record NoneAppended(StreamId Stream, WrongExpectedVersion Conflict) : MultiStreamResult;
