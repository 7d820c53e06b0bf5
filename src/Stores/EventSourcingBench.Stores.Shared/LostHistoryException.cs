namespace EventSourcingBench.Stores.Shared;

/// <summary>A subscription cannot continue from a checkpoint, because the store no longer has the following events.</summary>
/// <param name="inner">The exception of the store's client.</param>
public sealed class LostHistoryException(Exception inner)
    : Exception("The store no longer has the events that follow the checkpoint in the order of the subscription.", inner);
