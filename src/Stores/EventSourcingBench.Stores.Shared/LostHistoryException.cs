namespace EventSourcingBench.Stores.Shared;

/// <summary>A subscription cannot continue from a checkpoint, as the store no longer has what follows it.</summary>
/// <param name="inner">What the store's client threw.</param>
public sealed class LostHistoryException(Exception inner)
    : Exception("The store no longer has the events that follow the checkpoint in the order of the subscription.", inner);
