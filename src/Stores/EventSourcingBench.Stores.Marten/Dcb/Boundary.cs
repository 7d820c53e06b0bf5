namespace EventSourcingBench.Stores.Marten;

/// <summary>
/// Marten's <c>FetchForWritingByTags</c> wants an aggregate to fold the events into. Ours is empty: who reads here gets the
/// events.
/// </summary>
public sealed class Boundary
{
    /// <summary>What Marten's projections of a stream want; not used.</summary>
    public string Id { get; set; } = "";
}
