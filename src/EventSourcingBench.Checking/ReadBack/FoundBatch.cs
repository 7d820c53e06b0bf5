namespace EventSourcingBench.Checking.ReadBack;

/// <summary>Some events in the store's order.</summary>
/// <param name="Events">The events; may be empty.</param>
/// <param name="Checkpoint">A subscription after it goes on with the next event; empty before the first event.</param>
public sealed record FoundBatch(IReadOnlyList<FoundEvent> Events, string Checkpoint);
