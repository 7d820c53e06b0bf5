namespace EventSourcingBench.Api;

/// <summary>Some events of the whole store, as its catch-up subscription delivered them.</summary>
/// <param name="Events">The events, in the store's order.</param>
/// <param name="Checkpoint">What to send as <c>after</c> for the next ones; empty before the first event.</param>
/// <param name="CaughtUp">True when the store had nothing more to deliver at that moment.</param>
public sealed record EventsPage(IReadOnlyList<DeliveredEvent> Events, string Checkpoint, bool CaughtUp);
