namespace EventSourcingBench.Stores.Marten.Dcb;

/// <summary>
/// Marten's <c>FetchForWritingByTags</c> needs an aggregate to fold the events into. This one is empty: callers use the events.
/// </summary>
public sealed class Boundary
{
    /// <summary>Required by Marten's stream projections; not used.</summary>
    public string Id { get; set; } = "";
}
