namespace EventSourcingBench.Stores.Shared;

/// <summary>The storage of one projection's rows, sums and checkpoint.</summary>
public interface IReadModelTables : IReadModel
{
    /// <summary>A consistent checkpoint and number of rows.</summary>
    ValueTask<(Checkpoint Checkpoint, long Rows)> GetProgressAsync(CancellationToken cancellationToken);

    /// <summary>Saves rows, sums and checkpoint in one transaction.</summary>
    /// <param name="rows">The rows.</param>
    /// <param name="after">The previously saved checkpoint.</param>
    /// <param name="checkpoint">The new checkpoint.</param>
    /// <returns>The SaveTime.</returns>
    /// <exception cref="CheckpointMovedException">Nothing was saved: another host of the projection was faster.</exception>
    Task<DateTimeOffset> SaveAsync(IReadOnlyList<ReadModelRow> rows, Checkpoint after, Checkpoint checkpoint);

    /// <summary>Empties everything, in one transaction.</summary>
    Task ClearAsync();
}
