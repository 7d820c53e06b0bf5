using System.Runtime.CompilerServices;
using EventSourcingBench.Abstractions;
using Marten;

namespace EventSourcingBench.Stores.Marten;

/// <summary>
/// The sessions of readings that an append may follow: Marten's check is bound to the session that read. A session holds
/// no connection; one that nothing follows is forgotten with its query.
/// </summary>
internal sealed class Boundaries
{
    private readonly ConditionalWeakTable<DcbQuery, Kept> _kept = [];

    public void Keep(DcbQuery query, long head, IDocumentSession session) => _kept.AddOrUpdate(query, new Kept(head, session));

    /// <summary>The session in which this query was read with this head; null where there is none. It is given once.</summary>
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
