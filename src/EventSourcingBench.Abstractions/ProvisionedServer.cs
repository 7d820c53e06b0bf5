namespace EventSourcingBench.Abstractions;

/// <summary>A server that serves. Disposing of it stops it and removes its data if it was started here.</summary>
public abstract class ProvisionedServer : IAsyncDisposable
{
    public required string Kind { get; init; }

    public required string ConnectionString { get; init; }

    /// <summary>Where it came from, for the report: <c>environment</c>, a binary's path, an image with its digest.</summary>
    public required string Origin { get; init; }

    /// <summary>The id of its main process when it was started, whose process tree is the server; null on another machine.</summary>
    public int? ProcessId { get; init; }

    /// <summary>The ids of the main processes of all its nodes on this machine, of which some may have ended; empty where it is elsewhere.
    /// Default: <see cref="ProcessId"/> alone.</summary>
    public virtual IReadOnlyList<int> ProcessIds => Behind?.ProcessIds ?? (ProcessId is { } id ? [id] : []);

    /// <summary>The container that it runs in; null where it runs in none that was started here.</summary>
    public ServerContainer? Container { get; init; }

    public int Nodes { get; init; } = 1;

    /// <summary>Whether it was started with the clock that was asked for. Default: false.</summary>
    public bool HasOwnClock { get; init; }

    /// <summary>The server that clients reach through this one, which does whatever is asked of its nodes. Default: null.</summary>
    protected virtual ProvisionedServer? Behind => null;

    /// <summary>Whether <see cref="KillNodeAsync"/> can be asked for: it was started here and has nodes to spare. Default: false.</summary>
    public virtual bool CanKillNode => Behind is { CanKillNode: true };

    /// <summary>Whether a node was killed for good: whatever shares it takes another server at its next reset. Default: false.</summary>
    public virtual bool HasLostNode => Behind is { HasLostNode: true };

    /// <summary>Kills one node as a crash would (SIGKILL), the one whose death is worst for its clients, and does what the operator's own
    /// tools would do then: promotes another where the product has no election. Answers once that is begun. One call at a time.</summary>
    /// <returns>What was killed and what took its place, in one sentence.</returns>
    /// <exception cref="NotSupportedException"><see cref="CanKillNode"/> is false.</exception>
    public virtual Task<string> KillNodeAsync(CancellationToken cancellationToken = default) =>
        Behind?.KillNodeAsync(cancellationToken) ?? throw new NotSupportedException($"No node of the {Kind} server can be killed.");

    /// <summary>Whether it can be killed and started again: it was started here and all its nodes are there. Default: false.</summary>
    public virtual bool CanRestart => Behind is { CanRestart: true };

    /// <summary>Kills one node, 1 to <see cref="Nodes"/>, or all at once as a crash would (SIGKILL), and answers when they have ended.
    /// Another takes the place of one where the product does that by itself.</summary>
    /// <param name="node">Default: null, all.</param>
    /// <exception cref="NotSupportedException"><see cref="CanRestart"/> is false.</exception>
    public virtual Task KillAsync(int? node = null, CancellationToken cancellationToken = default) =>
        Behind?.KillAsync(node, cancellationToken) ?? throw CannotRestart;

    /// <summary>Starts all that was killed again on the same data, where its clients reach it as before. <see cref="ProcessIds"/>
    /// are others then; connections from before are broken.</summary>
    /// <exception cref="NotSupportedException"><see cref="CanRestart"/> is false.</exception>
    /// <exception cref="StoreUnavailableException">It did not start again; the message has its last words.</exception>
    public virtual Task RestartAsync(CancellationToken cancellationToken = default) =>
        Behind?.RestartAsync(cancellationToken) ?? throw CannotRestart;

    private NotSupportedException CannotRestart => new($"The {Kind} server cannot be killed and started again.");

    /// <summary>Whether one of its nodes can be cut off from the others: that was asked for at its start. Default: false.</summary>
    public virtual bool CanIsolateNode => Behind is { CanIsolateNode: true };

    /// <summary>Cuts one node, 1 to <see cref="Nodes"/>, off from the others, while its clients reach it; null connects it again.</summary>
    /// <exception cref="NotSupportedException"><see cref="CanIsolateNode"/> is false.</exception>
    public virtual void IsolateNode(int? node) =>
        (Behind ?? throw new NotSupportedException($"No node of the {Kind} server can be cut off from the others.")).IsolateNode(node);

    public async Task KillAndRestartAsync(CancellationToken cancellationToken = default)
    {
        await KillAsync(node: null, cancellationToken);
        await RestartAsync(cancellationToken);
    }

    /// <summary>Stops it and removes its data, if it was started here.</summary>
    public abstract ValueTask DisposeAsync();
}

/// <summary>The container that a server runs in, as the engine that runs it reports it.</summary>
/// <param name="Image">The image as it was asked for, with its tag.</param>
/// <param name="ImageId">The digest of the image's configuration: the same on every machine that has this image.</param>
public sealed record ServerContainer(string Image, string ImageId)
{
    /// <summary>The registry's digest, such as <c>postgres@sha256:…</c>; null for an image that came from no registry.</summary>
    public string? ImageDigest { get; init; }

    public ServerLimits Limits { get; init; } = ServerLimits.None;

    /// <summary>The file system of the volume with its data (<c>ext2/ext3</c>, <c>xfs</c>); null where the image cannot tell.</summary>
    public string? DataFileSystem { get; init; }
}

/// <summary>What a server that is started for a run may use of the machine.</summary>
public sealed record ServerLimits
{
    public static ServerLimits None { get; } = new();

    /// <summary>Processor time, in cores: 1.5 is one and a half; more than 0. Default: null, all of them.</summary>
    public double? Cpus { get; init; }

    /// <summary>Memory in bytes, page cache included; swap is not given besides. Default: null, all of it.</summary>
    public long? MemoryBytes { get; init; }

    public bool AreNone => Cpus is null && MemoryBytes is null;
}
