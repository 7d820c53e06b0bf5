namespace EventSourcingBench.Stores.Shared;

public interface IReadModelTables : IReadModel
{
    /// <summary>A consistent checkpoint and number of rows.</summary>
    ValueTask<(Checkpoint Checkpoint, long Rows)> GetProgressAsync(CancellationToken cancellationToken);

    /// <summary>Saves rows, sums and checkpoint in one transaction; <paramref name="after"/> is the previously saved checkpoint.</summary>
    /// <returns>The SaveTime.</returns>
    /// <exception cref="CheckpointMovedException">Nothing was saved: another host of the projection was faster.</exception>
    Task<DateTimeOffset> SaveAsync(IReadOnlyList<ReadModelRow> rows, Checkpoint after, Checkpoint checkpoint);

    /// <summary>Empties everything, in one transaction.</summary>
    Task ClearAsync();
}

/// <summary>Nothing was saved: the saved checkpoint is not the one before the batch.</summary>
public sealed class CheckpointMovedException : Exception;

/// <summary>A subscription cannot continue from a checkpoint, because the store no longer has the following events. It may be the cause of
/// another exception.</summary>
public sealed class LostHistoryException(Exception? inner = null)
    : Exception("The store no longer has the events that follow the checkpoint in the order of the subscription.", inner);
