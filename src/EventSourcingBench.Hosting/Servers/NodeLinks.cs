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
            relay.Cut(i == node - 1 ? null : port => IsOf(node, port, relay.Port));
    }

    public void Mend() => _relays.ForEach(r => r.Mend());

    public async ValueTask DisposeAsync()
    {
        foreach (var relay in _relays)
            await relay.DisposeAsync();
    }

    private bool IsOf(int node, int from, int to) =>
        processOf(node) is { } main && SocketOwners.Have(ProcessTreeSampler.ReadTree(main), from, to);
}

/// <summary>Reads from <c>/proc</c> who has a socket. A process may end between any two lines.</summary>
internal static class SocketOwners
{
    // The kernel's list is not read in one piece: one that changes meanwhile may lack an entry.
    private const int MostReadings = 5;
    private const int InodeField = 9;
    // A socket for both versions of IP is in the second list, with longer addresses.
    private const string MappedToIp6 = "0000000000000000FFFF0000";
    private static readonly string[] Lists = ["/proc/net/tcp", "/proc/net/tcp6"];

    /// <summary>Whether one of these processes has the socket that is connected from one port of loopback to another. A port may be that of
    /// several connections, some of them ended.</summary>
    public static bool Have(IEnumerable<int> processes, int from, int to)
    {
        var addresses = FormattableString.Invariant($"0100007F:{from:X4} 0100007F:{to:X4}");
        var inode = Enumerable.Range(0, MostReadings).SelectMany(_ => Lists).SelectMany(File.ReadLines)
            .FirstOrDefault(l => l.Replace(MappedToIp6, "", StringComparison.Ordinal).Contains(addresses, StringComparison.Ordinal))
            ?.Split(' ', StringSplitOptions.RemoveEmptyEntries)[InodeField];
        return inode is not null && processes.Any(p => Handles(p).Contains($"socket:[{inode}]", StringComparer.Ordinal));
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
