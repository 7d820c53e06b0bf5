namespace EventSourcingBench.Abstractions;

/// <summary>Finds or starts servers of some kinds: from a connection string, in a container, from a binary on this machine.</summary>
public interface IServerProvisioner
{
    /// <summary>The name that users say with <c>--servers</c>: <c>env</c>, <c>docker</c>, <c>local</c>.</summary>
    string Name { get; }

    /// <summary>Whether it can hold a server to <see cref="ServerLimits"/>. Default: false.</summary>
    bool CanLimit => false;

    /// <summary>Null when it can have a server of this kind, else why not and what to do; in under a second, starting none.</summary>
    ValueTask<Unavailable?> CheckAsync(ServerKind kind, CancellationToken cancellationToken = default);

    /// <summary>Finds or starts a server and waits until it serves. When cancelled, nothing is left behind.</summary>
    /// <exception cref="StoreUnavailableException">It could not be started; the message has the server's own words.</exception>
    Task<ProvisionedServer> StartAsync(ServerRequest request, CancellationToken cancellationToken = default);
}

/// <param name="Kind">What it is, and how it is started.</param>
/// <param name="DataFolder">A folder for its data, not there yet: the provisioner that uses it makes it, and removes it at the end.</param>
public sealed record ServerRequest(ServerKind Kind, string DataFolder)
{
    /// <summary>How many nodes it shall have, 1 or more: a majority of them keeps what is acknowledged. Default: 1.</summary>
    public int Nodes { get; init; } = 1;

    /// <summary>Whether its nodes shall be such that each can be cut off from the others, if they can. Default: false.</summary>
    public bool LinksNodes { get; init; }

    /// <summary>What it may use. Given only to a provisioner that can hold a server to it. Default: everything.</summary>
    public ServerLimits Limits { get; init; } = ServerLimits.None;

    /// <summary>Variables that give a process another clock (JumpingClock), if it can have one. Default: none.</summary>
    public IReadOnlyDictionary<string, string?> Clock { get; init; } = new Dictionary<string, string?>(StringComparer.Ordinal);

    /// <summary>Gets a line about what takes long. Default: none.</summary>
    public Action<string>? OnProgress { get; init; }
}

/// <summary>Why something cannot be used here, in one sentence, and what to install, set or start.</summary>
public sealed record Unavailable(string Reason, string Fix)
{
    /// <summary>True where something that the user named, or that was found here, failed; false where it is just not there. Failures are
    /// said before what else was tried. Default: false.</summary>
    public bool IsFailure { get; init; }

    public override string ToString() => $"{Reason} {Fix}";
}
