using System.Runtime.CompilerServices;
using Marten;

namespace EventSourcingBench.Stores.Marten.Dcb;

/// <summary>
/// The sessions of reads that an append may follow: Marten's check is bound to the session that read. A session holds no
/// connection. An unused session is released with its query.
/// </summary>
internal sealed class Boundaries
{
    private readonly ConditionalWeakTable<DcbQuery, Kept> _kept = [];

    public void Keep(DcbQuery query, long head, IDocumentSession session) => _kept.AddOrUpdate(query, new Kept(head, session));

    /// <summary>Removes and returns the session that read this query with this head; null if there is none.</summary>
    public IDocumentSession? Take(DcbAppendCondition condition) =>
        _kept.TryGetValue(condition.FailIfMatches, out var kept) && kept.Head == condition.After && kept.TakeSession() is { } session
            ? session
            : null;

    private sealed class Kept(long head, IDocumentSession session)
    {
        private IDocumentSession? _session = session;

        public long Head => head;

        public IDocumentSession? TakeSession() => Interlocked.Exchange(ref _session, null);
    }
}
