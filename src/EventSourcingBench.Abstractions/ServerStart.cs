namespace EventSourcingBench.Abstractions;

/// <summary>One start of a server from a binary: what a <see cref="LocalSpec"/> makes its arguments and connection string of.</summary>
public abstract class ServerStart
{
    /// <summary>What was found: the executable, or another file that a variable or a pattern of <see cref="LocalSpec"/> named.</summary>
    public abstract string Executable { get; }

    /// <summary>What is run, before the arguments. Default: the executable, after what runs it (<see cref="LocalSpec.Runners"/>).
    /// <see cref="LocalSpec.PrepareAsync"/> sets it where it is another.</summary>
    public required IReadOnlyList<string> Command { get; set; }

    /// <summary>Variables of the server and of what <see cref="RunAsync"/> runs. Default: those of <see cref="LocalSpec"/>.</summary>
    public required IDictionary<string, string?> Environment { get; init; }

    /// <summary>What the binary says of its version; null where <see cref="LocalSpec.PrepareAsync"/> did not ask.</summary>
    public string? Version { get; set; }

    /// <summary>A folder for all nodes; it is removed with them.</summary>
    public abstract string DataFolder { get; }

    /// <summary>Generated for this start: 32 hexadecimal digits.</summary>
    public abstract string Password { get; }

    /// <summary>All nodes, also those that were not started yet.</summary>
    public abstract IReadOnlyList<ServerNode> Nodes { get; }

    /// <summary>The path of one of <see cref="LocalSpec.Tools"/>, of the server's version where it lies beside it.</summary>
    public abstract string Tool(string name);

    /// <summary>Runs a command as the server's user, with the server's variables.</summary>
    /// <returns>Its standard output and error, line by line.</returns>
    /// <exception cref="StoreUnavailableException">It did not end with 0; the message has its last words.</exception>
    /// <exception cref="TimeoutException">It took longer.</exception>
    public abstract Task<IReadOnlyList<string>> RunAsync(
        TimeSpan limit, IReadOnlyList<string> command, CancellationToken cancellationToken);

    /// <summary>Writes a file, which must not be there, that only the server's user can read.</summary>
    public abstract Task WriteSecretAsync(string file, string text, CancellationToken cancellationToken);
}

/// <param name="peerPort">Where other nodes reach it, if that is not its last port.</param>
public sealed class ServerNode(ServerStart start, int number, IReadOnlyList<int> ports, int? peerPort = null)
{
    public ServerStart Start { get; } = start;

    /// <summary>1 or more.</summary>
    public int Number { get; } = number;

    /// <summary>Ports on loopback that were free, as many as <see cref="LocalSpec.PortsPerNode"/>.</summary>
    public IReadOnlyList<int> Ports { get; } = ports;

    /// <summary>Such as <c>node1</c>.</summary>
    public string Name => string.Create(CultureInfo.InvariantCulture, $"node{Number}");

    /// <summary>Its first port: where clients reach it.</summary>
    public int Port => Ports[0];

    /// <summary>Where other nodes are to reach it: its last port, or that of a relay before it, through which it can be cut off.</summary>
    public int PeerPort { get; } = peerPort ?? ports[^1];

    public string Address => string.Create(CultureInfo.InvariantCulture, $"127.0.0.1:{Port}");

    /// <summary>An existing folder for its data, which no other user may read.</summary>
    public string Folder => Path.Combine(Start.DataFolder, Name);
}
