namespace EventSourcingBench.Stores.Shared;

/// <summary>Nothing was saved: the saved checkpoint is not the one that the batch was read after.</summary>
public sealed class CheckpointMovedException : Exception;
