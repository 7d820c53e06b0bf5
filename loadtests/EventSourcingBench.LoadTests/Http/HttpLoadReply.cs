namespace EventSourcingBench.LoadTests.Http;

/// <summary>What became of one request of a load.</summary>
internal readonly record struct HttpLoadReply(
    Outcome Outcome, int Status, long Version, ReadOnlyMemory<byte> Body, string? Error)
{
    /// <summary>Whether there was no connection, or it broke before the answer: another may be asked.</summary>
    public bool LostConnection { get; init; }
}
