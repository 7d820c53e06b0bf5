namespace EventSourcingBench.Abstractions;

/// <summary>Runs projections by the store's own mechanism. Say in the store's README which one that is.</summary>
public interface IProjectionHost
{
    /// <summary>
    /// Runs the projection from its saved checkpoint, or from the start, until it is disposed of. Read model and
    /// checkpoint are saved together, so that after a crash no row is missing and none is there twice.
    /// </summary>
    /// <param name="projection">What to run.</param>
    /// <param name="observer">Gets each save.</param>
    /// <param name="cancellationToken">Ends the starting.</param>
    /// <exception cref="StoreUnavailableException">The store could not be reached.</exception>
    Task<IRunningProjection> StartAsync(
        IProjection projection,
        IProjectionObserver observer,
        CancellationToken cancellationToken = default);
}
