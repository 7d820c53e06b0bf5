namespace EventSourcingBench.Hosting.Servers;

/// <summary>Reads from <c>/proc</c> who has a socket. A process may end between any two lines.</summary>
public static class SocketOwners
{
    // The kernel's list is not read in one piece: one that changes meanwhile may lack an entry.
    private const int MostReadings = 5;
    private const int LocalField = 1;
    private const int RemoteField = 2;
    private const int InodeField = 9;
    // A socket for both versions of IP is in the second list, with longer addresses.
    private const string MappedToIp6 = "0000000000000000FFFF0000";
    // The second is not there where IPv6 is off.
    private static readonly string[] Lists = [.. new[] { "/proc/net/tcp", "/proc/net/tcp6" }.Where(File.Exists)];

    /// <summary>Whether one of these processes has the socket that is connected from one port of loopback to another. A port may be that of
    /// several connections, some of them ended.</summary>
    internal static bool Have(IEnumerable<int> processes, int from, int to)
    {
        var (local, remote) = (FormattableString.Invariant($"0100007F:{from:X4}"), FormattableString.Invariant($"0100007F:{to:X4}"));
        var ends = Enumerable.Range(0, MostReadings).SelectMany(_ => ReadEnds());
        var found = ends.FirstOrDefault(e => e.Local == local && e.Remote == remote);
        return found is not null && processes.SelectMany(ReadSockets).Contains(found.Socket, StringComparer.Ordinal);
    }

    /// <summary>How many TCP connections a process has to the processes of a server and their descendants on this machine; null elsewhere
    /// than on Linux, or where there is no such process.</summary>
    public static int? CountConnections(int process, IReadOnlyCollection<int> servers)
    {
        if (Lists.Length == 0 || servers.Count == 0)
            return null;

        var ends = ReadEnds().ToList();
        var own = ReadSockets(process).ToHashSet();
        var theirs = servers.SelectMany(ProcessTreeSampler.ReadTree).SelectMany(ReadSockets).ToHashSet();
        var connected = ends.Where(e => own.Contains(e.Socket)).Select(e => (e.Remote, e.Local)).ToHashSet();
        return ends.Count(e => theirs.Contains(e.Socket) && connected.Contains((e.Local, e.Remote)));
    }

    private static IEnumerable<SocketEnd> ReadEnds() => Lists.SelectMany(File.ReadLines).Select(
        line => line.Replace(MappedToIp6, "", StringComparison.Ordinal).Split(' ', StringSplitOptions.RemoveEmptyEntries))
        .Select(f => new SocketEnd(f[LocalField], f[RemoteField], $"socket:[{f[InodeField]}]"));

    // None of a process of another user.
    private static List<string?> ReadSockets(int process)
    {
        var folder = new DirectoryInfo(FormattableString.Invariant($"/proc/{process}/fd"));
        return ProcFile.OrNull(() => folder.EnumerateFileSystemInfos().Select(f => f.LinkTarget).ToList()) ?? [];
    }

    // One end of a connection: addresses as the kernel writes them, and its socket as it is called among a process's files.
    private sealed record SocketEnd(string Local, string Remote, string Socket);
}
