namespace EventSourcingBench.Abstractions;

/// <summary>
/// An open store: its capabilities, each null where the store lacks it. An adapter is thin: it translates, calls and
/// answers. It measures nothing, retries nothing but what the contract asks for, and logs nothing that it does not throw.
/// Disposing of it closes every connection and, unless <see cref="StoreContext.KeepData"/> is set, removes the data
/// that opening it made.
/// </summary>
/// <remarks>State the semantics that you chose in the README of the store: ordering, durability, conflicts, idempotency.</remarks>
public interface IStore : IAsyncDisposable
{
    /// <summary>What the store promises.</summary>
    StoreCapabilities Capabilities { get; }

    /// <summary>Streams with expected versions.</summary>
    IEventStore? Events => null;

    /// <summary>Several streams in one transaction.</summary>
    IMultiStreamWriter? MultiStream => null;

    /// <summary>Many events of many streams by one call.</summary>
    IBulkWriter? Bulk => null;

    /// <summary>All events after a checkpoint, then live.</summary>
    ICatchUpSubscription? Subscription => null;

    /// <summary>Projections by the store's own mechanism.</summary>
    IProjectionHost? Projections => null;

    /// <summary>Dynamic consistency boundaries.</summary>
    IDcbEventStore? Dcb => null;

    /// <summary>What the data takes of the disk.</summary>
    IStorageMeter? Storage => null;

    /// <summary>Versions and settings in force, read from the server at the time of the call.</summary>
    /// <param name="cancellationToken">Ends the asking.</param>
    /// <exception cref="StoreUnavailableException">The store could not be reached.</exception>
    Task<StoreDescription> DescribeAsync(CancellationToken cancellationToken = default);
}
