namespace EventSourcingBench.Abstractions;

/// <summary>An open store: its capabilities, each null where the store lacks it. Default: the store itself where it implements the
/// capability, else null. An adapter is thin: it translates, calls and answers. It measures nothing, retries nothing but what the contract
/// asks for, and logs nothing that it does not throw. Disposing of it closes every connection and, unless
/// <see cref="StoreContext.KeepData"/> is set, removes the data that is its own (<see cref="StoreContext.RemovesData"/>).</summary>
/// <remarks>State the semantics that you chose in the README of the store: ordering, durability, conflicts, idempotency.</remarks>
public interface IStore : IAsyncDisposable
{
    StoreCapabilities Capabilities { get; }

    IEventStore? Events => this as IEventStore;

    IMultiStreamWriter? MultiStream => this as IMultiStreamWriter;

    IBulkWriter? Bulk => this as IBulkWriter;

    ICatchUpSubscription? Subscription => this as ICatchUpSubscription;

    IProjectionHost? Projections => this as IProjectionHost;

    IDcbEventStore? Dcb => this as IDcbEventStore;

    IOpenAppends? OpenAppends => this as IOpenAppends;

    IStorageMeter? Storage => this as IStorageMeter;

    IStoreInspector? Inspector => this as IStoreInspector;

    /// <summary>Versions and settings in force, read from the server at the time of the call.</summary>
    /// <exception cref="StoreUnavailableException">The store could not be reached.</exception>
    Task<StoreDescription> DescribeAsync(CancellationToken cancellationToken = default);
}

/// <summary>What a store's data takes of the disk, by the store's own account.</summary>
public interface IStorageMeter
{
    /// <summary>Reads it; what is still to be written by a checkpoint or a compaction is not waited for.</summary>
    /// <exception cref="StoreUnavailableException">The store could not be reached.</exception>
    Task<StorageUse> ReadAsync(CancellationToken cancellationToken = default);
}

/// <param name="DataBytes">Bytes of this opening's events with their indexes, read models left out where they can be distinguished.</param>
/// <param name="WrittenBytes">Bytes that the store, or its server, has written to files since some fixed moment in the past, logs included:
/// the growth between two readings over the growth of the events is the write amplification. Null where it is not counted.</param>
public readonly record struct StorageUse(long DataBytes, long? WrittenBytes);

/// <summary>What a store, or its server, counts and plans. It adds nothing to the path of a request.</summary>
public interface IStoreInspector
{
    /// <exception cref="StoreUnavailableException">The store could not be reached.</exception>
    Task<WorkCounters> ReadWorkAsync(CancellationToken cancellationToken = default);

    /// <summary>Its work in the background: counts that only grow, by what they count in a word or two, such as <c>checkpoint</c>. Read
    /// once a second beside a load. Default: nothing is counted.</summary>
    /// <exception cref="StoreUnavailableException">The store could not be reached.</exception>
    ValueTask<IReadOnlyDictionary<string, long>> CountBackgroundAsync(CancellationToken cancellationToken = default) =>
        new(System.Collections.Immutable.ImmutableDictionary<string, long>.Empty);

    /// <summary>The statements used so far, each with its plan on the present data; null where it has none. Nothing is executed.</summary>
    /// <exception cref="StoreUnavailableException">The store could not be reached.</exception>
    Task<string?> ExplainAsync(CancellationToken cancellationToken = default) => Task.FromResult<string?>(null);

    /// <summary>Does now what store and server would do later for what was written so far, such as a checkpoint, so that it does not fall
    /// into the next measured time. Answers what was done, in a few words; null where there is nothing to do. Default: null.</summary>
    /// <exception cref="StoreUnavailableException">The store could not be reached, or it was too busy.</exception>
    Task<string?> RestAsync(CancellationToken cancellationToken = default) => Task.FromResult<string?>(null);
}

/// <summary>Totals since some fixed moment in the past, each null where it is not counted; a server's are of all its databases.</summary>
/// <param name="WrittenBytes">Bytes written to files, logs included.</param>
/// <param name="Commits">Transactions that wrote, or what the store commits instead.</param>
/// <param name="NetworkBytes">Bytes that the server received from clients and sent to them.</param>
public readonly record struct WorkCounters(
    long? WrittenBytes = null, long? ForcedWrites = null, long? Commits = null, long? Requests = null, long? NetworkBytes = null);

/// <summary>The store could not be reached or refused to serve, and the request had no effect. The message is for the user: what is wrong
/// and what to do. An adapter translates its driver's exceptions into this and into <see cref="OutcomeUnknownException"/>; any other
/// exception is a defect.</summary>
public sealed class StoreUnavailableException(string message, Exception? innerException = null) : Exception(message, innerException);

/// <summary>The connection broke, or the time ran out, after a write was sent and before its answer came: it may have been carried out or
/// not. Reading back, or a retry with the same event ids, shows which.</summary>
public sealed class OutcomeUnknownException(string message, Exception? innerException = null) : Exception(message, innerException);
