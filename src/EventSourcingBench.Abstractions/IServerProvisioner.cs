namespace EventSourcingBench.Abstractions;

/// <summary>
/// Finds or starts servers of some kinds: from a connection string, in a container, from a binary on this machine.
/// </summary>
public interface IServerProvisioner
{
    /// <summary>The name that users say with <c>--servers</c>: <c>env</c>, <c>docker</c>, <c>local</c>.</summary>
    string Name { get; }

    /// <summary>Whether it can hold a server to <see cref="ServerLimits"/>. Default: false.</summary>
    bool CanLimit => false;

    /// <summary>
    /// Whether it can have a server of this kind, in under a second and without starting anything: null when it can,
    /// else why not and what to do.
    /// </summary>
    /// <param name="kind">What it is, and how it is started.</param>
    /// <param name="cancellationToken">Ends the looking.</param>
    ValueTask<Unavailable?> CheckAsync(ServerKind kind, CancellationToken cancellationToken = default);

    /// <summary>Finds or starts a server and waits until it serves.</summary>
    /// <param name="request">Which one.</param>
    /// <param name="cancellationToken">Ends the starting; nothing is left behind.</param>
    /// <exception cref="StoreUnavailableException">It could not be started; the message has the server's own words.</exception>
    Task<ProvisionedServer> StartAsync(ServerRequest request, CancellationToken cancellationToken = default);
}
