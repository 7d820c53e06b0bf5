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

    private bool IsOf(int node, int port) => processOf(node) is { } main && SocketOwners.Of(port).Exists(p => IsWithin(p, main));

    private static bool IsWithin(int? process, int main)
    {
        while (process is { } id && id != main)
            process = SocketOwners.ParentOf(id);

        return process is not null;
    }
}

/// <summary>Reads from <c>/proc</c> who has a socket. A process may end between any two lines.</summary>
internal static class SocketOwners
{
    private const int LocalAddressField = 1;
    private const int InodeField = 9;

    /// <summary>The processes with the socket whose own port on loopback this is.</summary>
    public static List<int> Of(int port)
    {
        var address = FormattableString.Invariant($"0100007F:{port:X4}");
        // A socket for both versions of IP is in the second.
        var socket = File.ReadLines("/proc/net/tcp").Concat(File.ReadLines("/proc/net/tcp6"))
            .Select(l => l.Split(' ', StringSplitOptions.RemoveEmptyEntries))
            .FirstOrDefault(f => f[LocalAddressField].EndsWith(address, StringComparison.Ordinal))?[InodeField];
        return socket is null ? [] :
        [
            .. from folder in Directory.EnumerateDirectories("/proc")
               let id = int.TryParse(Path.GetFileName(folder), NumberStyles.None, CultureInfo.InvariantCulture, out var n) ? n : 0
               where id > 0 && Links(folder).Contains($"socket:[{socket}]", StringComparer.Ordinal)
               select id,
        ];
    }

    public static int? ParentOf(int process)
    {
        var status = FormattableString.Invariant($"/proc/{process}/status");
        try
        {
            return File.ReadLines(status).Where(l => l.StartsWith("PPid:", StringComparison.Ordinal))
                .Select(l => (int?)int.Parse(l.AsSpan("PPid:".Length), CultureInfo.InvariantCulture)).FirstOrDefault(id => id > 0);
        }
        catch (IOException)
        {
            return null;
        }
    }

    // None of a process of another user.
    private static List<string?> Links(string folder)
    {
        try
        {
            return [.. new DirectoryInfo(Path.Combine(folder, "fd")).EnumerateFileSystemInfos().Select(f => f.LinkTarget)];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }
}
