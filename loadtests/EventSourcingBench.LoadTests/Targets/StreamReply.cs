namespace EventSourcingBench.LoadTests.Targets;

/// <summary>The answer to a request on one stream.</summary>
/// <param name="Outcome">How it ended.</param>
/// <param name="Version">Of an append its place in the stream; of a load the last version that was read.</param>
/// <param name="Digest">Of a load the digest of what was read.</param>
/// <param name="Error">The words of a failure; null where there was none.</param>
internal readonly record struct StreamReply(Outcome Outcome, long Version = 0, ulong Digest = 0, string? Error = null);
