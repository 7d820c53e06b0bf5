namespace EventSourcingBench.Abstractions;

/// <summary>Some events in the store's order, and the checkpoint behind the last of them.</summary>
/// <param name="Events">The events; may be empty when <paramref name="CaughtUp"/> is true.</param>
/// <param name="Checkpoint">A subscription after this checkpoint goes on with the next event.</param>
/// <param name="CaughtUp">True when the store had nothing more to deliver at that moment.</param>
public sealed record EventBatch(IReadOnlyList<RecordedEvent> Events, Checkpoint Checkpoint, bool CaughtUp);
