namespace EventSourcingBench.Stores.Shared;

/// <summary>Nothing was saved: the saved checkpoint is not the one before the batch.</summary>
public sealed class CheckpointMovedException : Exception;
