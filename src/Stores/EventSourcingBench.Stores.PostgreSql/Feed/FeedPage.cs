using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.PostgreSql;

/// <summary>What one look at the feed gave.</summary>
/// <param name="Events">The events.</param>
/// <param name="End">The place behind the last of them.</param>
/// <param name="Full">True when there may be more at once.</param>
/// <param name="Pending">
/// True when events are committed that may not be passed on yet: look again soon. Null when it was not asked.
/// </param>
internal sealed record FeedPage(IReadOnlyList<RecordedEvent> Events, FeedPlace End, bool Full, bool? Pending)
{
    public bool CaughtUp => !Full && Pending == false;
}
