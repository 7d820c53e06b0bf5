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

    /// <summary>From now on nothing is carried between a node and the others, in either direction, and nothing is refused.</summary>
    public void Isolate(int node)
    {
        foreach (var (i, relay) in _relays.Index())
            relay.Cut(i == node - 1 ? null : port => IsOf(node, port));
    }

    public void Mend() => _relays.ForEach(r => r.Mend());

    public async ValueTask DisposeAsync()
    {
        foreach (var relay in _relays)
            await relay.DisposeAsync();
    }

    private bool IsOf(int node, int port) =>
        processOf(node) is { } main && SocketOwners.Have(ProcessTreeSampler.ReadTree(main), port);
}

/// <summary>Reads from <c>/proc</c> who has a socket. A process may end between any two lines.</summary>
internal static class SocketOwners
{
    private const int LocalAddressField = 1;
    private const int InodeField = 9;

    /// <summary>Whether one of these processes has the socket whose own port on loopback this is.</summary>
    public static bool Have(IEnumerable<int> processes, int port)
    {
        var address = FormattableString.Invariant($"0100007F:{port:X4}");
        // A socket for both versions of IP is in the second.
        var inode = File.ReadLines("/proc/net/tcp").Concat(File.ReadLines("/proc/net/tcp6"))
            .Select(l => l.Split(' ', StringSplitOptions.RemoveEmptyEntries))
            .FirstOrDefault(f => f[LocalAddressField].EndsWith(address, StringComparison.Ordinal))?[InodeField];
        return processes.Any(p => Handles(p).Contains($"socket:[{inode}]", StringComparer.Ordinal));
    }

    // None of a process of another user.
    private static List<string?> Handles(int process)
    {
        try
        {
            var folder = new DirectoryInfo(FormattableString.Invariant($"/proc/{process}/fd"));
            return [.. folder.EnumerateFileSystemInfos().Select(f => f.LinkTarget)];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }
}
