using Marten.Events.Aggregation;

namespace EventSourcingBench.Stores.Marten.Dcb;

/// <summary>The sessions of reads that an append may follow: Marten's check is bound to the session that read. A session holds no
/// connection. An unused session is released with its query.</summary>
internal sealed class Boundaries
{
    private readonly ConditionalWeakTable<DcbQuery, Kept> _kept = [];

    public void Keep(DcbQuery query, long head, IDocumentSession session) => _kept.AddOrUpdate(query, new Kept(head, session));

    /// <summary>Removes and returns the session that read this query with this head; null if there is none.</summary>
    public IDocumentSession? Take(DcbAppendCondition condition) =>
        _kept.Remove(condition.FailIfMatches, out var kept) && kept.Head == condition.After ? kept.Session : null;

    private sealed record Kept(long Head, IDocumentSession Session);
}

/// <summary>Marten's <c>FetchForWritingByTags</c> folds the events into an aggregate. This one is empty: callers use the events.</summary>
public sealed class Boundary
{
    /// <summary>Required by Marten's stream projections; not used.</summary>
    public string Id { get; set; } = "";
}

/// <summary>Folds any events into an empty <see cref="Boundary"/>. It names no event types, because Marten would omit all others.</summary>
internal sealed class BoundaryProjection : SingleStreamProjection<Boundary, string>
{
    public override Boundary Evolve(Boundary? snapshot, string id, IEvent e) => snapshot ?? new Boundary();
}
