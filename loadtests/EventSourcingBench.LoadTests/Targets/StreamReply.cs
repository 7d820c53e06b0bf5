namespace EventSourcingBench.LoadTests.Targets;

/// <summary>The answer to a request on one stream.</summary>
internal readonly record struct StreamReply(Outcome Outcome, long Version = 0, ulong Digest = 0, string? Error = null);
