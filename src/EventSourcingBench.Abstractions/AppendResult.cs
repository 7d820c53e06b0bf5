namespace EventSourcingBench.Abstractions;

/// <summary>What became of an append: <see cref="Appended"/> or <see cref="WrongExpectedVersion"/>.</summary>
public abstract record AppendResult
{
    private protected AppendResult() { }
}

/// <summary>All events of the append are in the store, as durable as the store's <see cref="DurabilityTier"/> says. A retry of an append
/// that had succeeded gets this too, with the versions of the first time.</summary>
/// <param name="StreamVersion">The version of the last event of this append.</param>
/// <param name="Position">The global position of the last event, where the store has one number for it.</param>
public sealed record Appended(long StreamVersion, long? Position) : AppendResult;

/// <summary>The append met a version conflict: nothing of it was appended.</summary>
/// <param name="Expected">What the writer expected.</param>
/// <param name="ActualVersion">The version of the stream when the store refused; 0 where it does not exist. It may have grown
/// since.</param>
public sealed record WrongExpectedVersion(ExpectedVersion Expected, long ActualVersion) : AppendResult;
