namespace EventSourcingBench.Hosting.Servers;

/// <summary>Relays between the nodes of a server, one before the port at which each is reached by the others, so that a node can be cut
/// off from them while clients reach it. Which node made a connection is known by the owner of its socket, from <c>/proc</c>: Linux
/// only.</summary>
/// <param name="processOf">The main process of a node, from 1; null while it does not run.</param>
internal sealed class NodeLinks(IEnumerable<int> ports, Func<int, int?> processOf) : IAsyncDisposable
{
    private readonly List<TcpRelay> _relays = [.. ports.Select(p => new TcpRelay(p))];

    /// <summary>Where the other nodes reach a node, from 1.</summary>
    public int PortOf(int node) => _relays[node - 1].Port;

    /// <summary>From now on nothing is carried between a node and the others, in either direction, and nothing is refused; null: everything
    /// is carried again.</summary>
    public void Isolate(int? node)
    {
        foreach (var (i, relay) in _relays.Index())
        {
            if (node is { } number)
                relay.Cut(i == number - 1 ? null : port => IsOf(number, port, relay.Port));
            else
                relay.Mend();
        }
    }

    public async ValueTask DisposeAsync() => await Task.WhenAll(_relays.Select(r => r.DisposeAsync().AsTask()));

    private bool IsOf(int node, int from, int to) =>
        processOf(node) is { } main && SocketOwners.Have(ProcessTreeSampler.ReadTree(main), from, to);
}
