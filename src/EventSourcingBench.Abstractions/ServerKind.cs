namespace EventSourcingBench.Abstractions;

/// <summary>A kind of server that stores need, and how one is found, started and reached. Plug-ins bring them.</summary>
public sealed record ServerKind
{
    /// <summary>The name that a store's <c>plugin.json</c> says as its <c>server</c>: lower-case letters, digits and <c>-</c>. The variable
    /// <c>EVENTSOURCINGBENCH_&lt;NAME&gt;</c> holds the connection string of a server that the user runs.</summary>
    public required string Name { get; init; }

    /// <summary>The port where a connection string names a host without one. Default: 0, it must name one.</summary>
    public int DefaultPort { get; init; }

    /// <summary>How the name of its socket's file begins, before the port, where a connection string names the file's folder as the host.
    /// Default: empty, it has none.</summary>
    public string SocketFile { get; init; } = "";

    /// <summary>What a client sends first and the server answers, to tell a server from a proxy without one. Default: nothing; a connection
    /// that stays open is enough. A connection string that begins with <c>http://</c> needs none.</summary>
    public ReadOnlyMemory<byte> Greeting { get; init; }

    /// <summary>How it is started from a binary on this machine; null where it is not.</summary>
    public LocalSpec? Local { get; init; }

    /// <summary>How it is run in a container; null where it is not.</summary>
    public ContainerSpec? Container { get; init; }
}
