namespace EventSourcingBench.Conformance;

/// <summary>A server of one test's own, which the test may kill: others would lose theirs.</summary>
public interface IKillableServer : IAsyncDisposable
{
    /// <summary>How a store reaches it, before and after a restart.</summary>
    string ConnectionString { get; }

    /// <summary>Ends it as a crash would, and comes back when it has ended.</summary>
    Task KillAsync();

    /// <summary>Starts it on the same data and ports, and comes back when it serves.</summary>
    /// <param name="cancellationToken">Ends the starting.</param>
    Task RestartAsync(CancellationToken cancellationToken);
}
