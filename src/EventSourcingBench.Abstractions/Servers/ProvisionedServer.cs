namespace EventSourcingBench.Abstractions;

/// <summary>A server that serves. Disposing of it stops it and removes its data if it was started here.</summary>
public abstract class ProvisionedServer : IAsyncDisposable
{
    /// <summary>Its kind.</summary>
    public required string Kind { get; init; }

    /// <summary>How its client reaches it.</summary>
    public required string ConnectionString { get; init; }

    /// <summary>Where it came from, for the report: <c>environment</c>, a binary's path, an image with its digest.</summary>
    public required string Origin { get; init; }

    /// <summary>
    /// The id of its main process on this machine, whose process tree is the server; null where it is elsewhere.
    /// </summary>
    public int? ProcessId { get; init; }

    /// <summary>The container that it runs in; null where it runs in none that was started here.</summary>
    public ServerContainer? Container { get; init; }

    /// <summary>Stops it and removes its data, if it was started here.</summary>
    public abstract ValueTask DisposeAsync();
}
