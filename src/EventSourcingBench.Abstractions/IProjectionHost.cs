namespace EventSourcingBench.Abstractions;

/// <summary>Runs projections by the store's own mechanism. Say in the store's README which one that is.</summary>
public interface IProjectionHost
{
    /// <summary>Runs the projection from its saved checkpoint, or from the start, until it is disposed of. Read model and checkpoint are
    /// saved together, so that after a crash no row is missing and none is there twice.</summary>
    /// <exception cref="StoreUnavailableException">The store could not be reached.</exception>
    Task<IRunningProjection> StartAsync(
        IProjection projection, IProjectionObserver observer, CancellationToken cancellationToken = default);
}

/// <summary>A projection, written once, run by each store with its own mechanism. Pure: the same event gives the same row.</summary>
public interface IProjection
{
    /// <summary>Its name: lower-case letters, digits and <c>_</c>, at most 40 characters; part of table names.</summary>
    string Name { get; }

    /// <summary>The row that the event gives, or null where it gives none.</summary>
    ReadModelRow? Project(RecordedEvent recorded);
}

/// <summary>Observes the saves of a read model. Called in the store's order, never concurrently.</summary>
public interface IProjectionObserver
{
    /// <summary>The store has acknowledged the transaction that holds these rows and their checkpoint. SaveTime is taken from the context's
    /// clock right after the acknowledgement, UTC. Projection delay is SaveTime - ApiCallTime, both from one host's clock.</summary>
    void Saved(IReadOnlyList<ReadModelRow> rows, DateTimeOffset saveTime);
}

/// <summary>A projection at work. Disposing of it stops it after the current batch; the read model stays.</summary>
public interface IRunningProjection : IAsyncDisposable
{
    /// <summary>Ends when the projection was disposed of; fails when it cannot go on (the projection threw, the store refused). A broken
    /// connection alone does not end it: it connects again.</summary>
    Task Completion { get; }

    IReadModel ReadModel { get; }

    ValueTask<ProjectionStatus> GetStatusAsync(CancellationToken cancellationToken = default);

    /// <summary>Empties the read model and its checkpoint and replays all events; ends when the projection has caught up with the events
    /// that were there at the time of the call, then goes on live, also when cancelled. The observer gets replayed rows too.</summary>
    Task RebuildAsync(CancellationToken cancellationToken = default);
}

/// <summary>The saved checkpoint and number of rows of a projection, and whether it had nothing to do when last it looked.</summary>
public sealed record ProjectionStatus(Checkpoint Checkpoint, long Rows, bool CaughtUp);
