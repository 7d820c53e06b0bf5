namespace EventSourcingBench.Abstractions;

/// <summary>
/// All events of the append are in the store, as durable as the store's <see cref="DurabilityTier"/> says.
/// A retry of an append that had succeeded gets this too, with the versions of the first time.
/// </summary>
/// <param name="StreamVersion">The version of the last event of this append.</param>
/// <param name="Position">The global position of the last event, where the store has one number for it.</param>
public sealed record Appended(long StreamVersion, long? Position) : AppendResult;
