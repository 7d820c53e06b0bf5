namespace EventSourcingBench.LoadTests.Http;

/// <summary>What became of one request of a load.</summary>
/// <param name="Outcome">How it ended.</param>
/// <param name="Status">The HTTP status; 0 when there was no answer.</param>
/// <param name="Version">The number in the answer's <c>ETag</c>; 0 where there is none.</param>
/// <param name="Body">The answer's body; valid until the same worker's next request.</param>
/// <param name="Error">What went wrong, in words that are the same for the same cause; null for success and conflict.</param>
internal readonly record struct HttpLoadReply(
    Outcome Outcome, int Status, long Version, ReadOnlyMemory<byte> Body, string? Error)
{
    /// <summary>Whether there was no connection, or it broke before the answer: another may be asked.</summary>
    public bool LostConnection { get; init; }
}
