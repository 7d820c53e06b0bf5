using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.Shared;

/// <summary>Where one projection's rows, sums and checkpoint are kept.</summary>
public interface IReadModelTables : IReadModel
{
    /// <summary>The checkpoint and the number of rows that belong together.</summary>
    ValueTask<(Checkpoint Checkpoint, long Rows)> GetProgressAsync(CancellationToken cancellationToken);

    /// <summary>Saves rows, sums and checkpoint in one transaction.</summary>
    /// <param name="rows">The rows.</param>
    /// <param name="after">The checkpoint that was saved before.</param>
    /// <param name="checkpoint">The new one.</param>
    /// <returns>The SaveTime.</returns>
    /// <exception cref="CheckpointMovedException">Nothing was saved: another host of the projection was faster.</exception>
    Task<DateTimeOffset> SaveAsync(IReadOnlyList<ReadModelRow> rows, Checkpoint after, Checkpoint checkpoint);

    /// <summary>Empties everything, in one transaction.</summary>
    Task ClearAsync();
}
