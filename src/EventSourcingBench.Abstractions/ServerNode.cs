namespace EventSourcingBench.Abstractions;

/// <summary>A node of a server that is started from a binary.</summary>
/// <param name="start">What it is part of.</param>
/// <param name="number">1 or more.</param>
/// <param name="ports">Ports on loopback that were free, as many as <see cref="LocalSpec.PortsPerNode"/>.</param>
public sealed class ServerNode(ServerStart start, int number, IReadOnlyList<int> ports)
{
    /// <summary>What it is part of.</summary>
    public ServerStart Start { get; } = start;

    /// <summary>1 or more.</summary>
    public int Number { get; } = number;

    /// <summary>Its ports on loopback.</summary>
    public IReadOnlyList<int> Ports { get; } = ports;

    /// <summary>Such as <c>node1</c>.</summary>
    public string Name => string.Create(CultureInfo.InvariantCulture, $"node{Number}");

    /// <summary>Its first port: where clients reach it.</summary>
    public int Port => Ports[0];

    /// <summary>Host and first port.</summary>
    public string Address => string.Create(CultureInfo.InvariantCulture, $"127.0.0.1:{Port}");

    /// <summary>An existing folder for its data, which no other user may read.</summary>
    public string Folder => Path.Combine(Start.DataFolder, Name);
}
