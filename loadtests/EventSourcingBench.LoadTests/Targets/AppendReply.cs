namespace EventSourcingBench.LoadTests.Targets;

/// <summary>What became of an append.</summary>
internal readonly record struct AppendReply(Outcome Outcome, long Version, long Position, string? Error);
