namespace EventSourcingBench.LoadTests.Targets;

/// <summary>What became of an append.</summary>
/// <param name="Outcome">How it ended.</param>
/// <param name="Version">The version that was acknowledged; 0 unless it succeeded.</param>
/// <param name="Position">The global position that was acknowledged; 0 where none was.</param>
/// <param name="Error">What went wrong, for the count of errors; null where nothing did.</param>
internal readonly record struct AppendReply(Outcome Outcome, long Version, long Position, string? Error);
