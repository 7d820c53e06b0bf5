namespace EventSourcingBench.LoadTests.Targets;

/// <summary>
/// A store as the suites see it, reached through the API or directly. Requests of the load never throw for a store's
/// error; everything else throws, and ends the step with that message.
/// </summary>
internal interface IStoreUnderTest : ILoadTarget, IVerifiableStore, IAsyncDisposable
{
    /// <summary>What the store says of itself.</summary>
    Task<StoreRecord> DescribeAsync(CancellationToken cancellationToken);

    /// <summary>The store's own name, without what tells several of it apart.</summary>
    string StoreName { get; }

    /// <summary>Where the API is; null when the store runs in the generator's process.</summary>
    Uri? ApiAddress { get; }

    /// <summary>Main process of each node of the API; none when the store runs in the generator's process.</summary>
    IReadOnlyList<int> ApiProcessIds { get; }

    /// <summary>The nodes of the API; null when the store runs in the generator's process.</summary>
    ApiNodeGroup? NodeGroup => null;

    /// <summary>Main process of each node of the store's server; none where it has none on this machine.</summary>
    IReadOnlyList<int> ServerProcessIds { get; }

    /// <summary>The disk of its data; null where it is not known.</summary>
    DataDisk? Disk => null;

    /// <summary>The store itself, for suites that need more of it than requests; null when it is behind the API.</summary>
    IDirectStore? Direct => null;

    /// <summary>The store for bulk appends; null where it is not meant for that.</summary>
    IBulkTarget? BulkTarget => null;

    /// <summary>Makes the store empty: every step starts on a fresh one.</summary>
    Task ResetAsync(int copies, CancellationToken cancellationToken);

    /// <summary>Has a command side ready before its first command, where it needs to be started.</summary>
    /// <exception cref="StoreFailureException">It cannot be started; the message has its own words.</exception>
    Task StartCommandSideAsync(ReservationStrategy strategy, CancellationToken cancellationToken);

    /// <summary>Starts a projection by the store's own mechanism, if it is not running.</summary>
    /// <returns>Null where the store runs no projections.</returns>
    Task<IProjectionTarget?> StartProjectionAsync(IProjection projection, CancellationToken cancellationToken);

    /// <summary>Stops a projection and starts it again, as an application does that is deployed.</summary>
    Task<IProjectionTarget?> RestartProjectionAsync(IProjection projection, CancellationToken cancellationToken);
}
