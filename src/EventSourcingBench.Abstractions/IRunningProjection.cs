namespace EventSourcingBench.Abstractions;

/// <summary>A projection at work. Disposing of it stops it after the current batch; the read model stays.</summary>
public interface IRunningProjection : IAsyncDisposable
{
    /// <summary>
    /// Ends when the projection was disposed of; fails when it cannot go on (the projection threw, the store
    /// refused). A broken connection alone does not end it: it connects again.
    /// </summary>
    Task Completion { get; }

    /// <summary>What was saved.</summary>
    IReadModel ReadModel { get; }

    /// <summary>How far it is.</summary>
    /// <param name="cancellationToken">Ends the asking.</param>
    ValueTask<ProjectionStatus> GetStatusAsync(CancellationToken cancellationToken = default);

    /// <summary>
    /// Empties the read model and its checkpoint and replays all events; ends when the projection has caught up with
    /// the events that were there at the time of the call, then goes on live. The observer gets replayed rows too.
    /// </summary>
    /// <param name="cancellationToken">Ends the waiting; the replay goes on.</param>
    Task RebuildAsync(CancellationToken cancellationToken = default);
}
