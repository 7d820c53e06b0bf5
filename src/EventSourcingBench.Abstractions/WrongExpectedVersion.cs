namespace EventSourcingBench.Abstractions;

/// <summary>The append met a version conflict: nothing of it was appended.</summary>
/// <param name="Expected">What the writer expected.</param>
/// <param name="ActualVersion">
/// The version of the stream when the store refused; 0 where it does not exist. It may have grown since.
/// </param>
public sealed record WrongExpectedVersion(ExpectedVersion Expected, long ActualVersion) : AppendResult;
