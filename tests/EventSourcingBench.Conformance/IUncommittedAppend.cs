namespace EventSourcingBench.Conformance;

/// <summary>An append whose transaction is open. Disposing of it without a commit rolls it back.</summary>
public interface IUncommittedAppend : IAsyncDisposable
{
    /// <summary>Commits it.</summary>
    /// <param name="cancellationToken">Ends the waiting.</param>
    Task CommitAsync(CancellationToken cancellationToken);
}
