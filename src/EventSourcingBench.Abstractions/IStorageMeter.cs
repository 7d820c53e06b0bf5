namespace EventSourcingBench.Abstractions;

/// <summary>What a store's data takes of the disk, by the store's own account.</summary>
public interface IStorageMeter
{
    /// <summary>Reads it; what is still to be written by a checkpoint or a compaction is not waited for.</summary>
    /// <param name="cancellationToken">Ends the reading.</param>
    /// <exception cref="StoreUnavailableException">The store could not be reached.</exception>
    Task<StorageUse> ReadAsync(CancellationToken cancellationToken = default);
}
