namespace EventSourcingBench.Abstractions;

/// <summary>Appends whose transactions stay open until the caller ends them: what a slow, a failing and a killed writer do to readers. For
/// stores that may commit in another order than that in which appends get their places.</summary>
public interface IOpenAppends
{
    /// <summary>Does everything of an append but its commit, on a separate connection: it has its place in the store's order (a position,
    /// a transaction id), and its events are not visible.</summary>
    /// <param name="stream">A stream without events, to which nothing else is appended meanwhile.</param>
    /// <exception cref="StoreUnavailableException">Nothing was begun: the store could not be reached or refused.</exception>
    Task<IOpenAppend> BeginAsync(StreamId stream, IReadOnlyList<EventData> events, CancellationToken cancellationToken = default);
}

/// <summary>An append whose transaction is open. Disposing of it without a commit rolls it back.</summary>
public interface IOpenAppend : IAsyncDisposable
{
    /// <exception cref="StoreUnavailableException">Nothing was appended.</exception>
    /// <exception cref="OutcomeUnknownException">The connection broke before the answer came.</exception>
    Task<Appended> CommitAsync(CancellationToken cancellationToken = default);

    /// <summary>Ends the connection without a commit or a rollback by the client. Nothing is appended.</summary>
    /// <exception cref="StoreUnavailableException">The server refused to end it.</exception>
    Task CutAsync(CancellationToken cancellationToken = default);
}
