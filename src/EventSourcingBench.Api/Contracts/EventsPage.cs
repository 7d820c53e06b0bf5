namespace EventSourcingBench.Api.Contracts;

/// <summary>A page of all events of the store, from its catch-up subscription.</summary>
/// <param name="Events">The events, in the store's order.</param>
/// <param name="Checkpoint">The value of <c>after</c> for the next page; empty before the first event.</param>
/// <param name="CaughtUp">True if the store had no more events at that moment.</param>
public sealed record EventsPage(IReadOnlyList<DeliveredEvent> Events, string Checkpoint, bool CaughtUp);
