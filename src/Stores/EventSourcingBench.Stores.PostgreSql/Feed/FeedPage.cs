namespace EventSourcingBench.Stores.PostgreSql.Feed;

/// <summary>The result of one query of the feed.</summary>
/// <param name="Events">The events.</param>
/// <param name="End">The place after the last event.</param>
/// <param name="Full">True if there may be more events.</param>
/// <param name="Pending">
/// True if events are committed but not readable yet: query again soon. Null if this was not checked.
/// </param>
internal sealed record FeedPage(IReadOnlyList<RecordedEvent> Events, FeedPlace End, bool Full, bool? Pending)
{
    public bool CaughtUp => !Full && Pending == false;
}
