namespace EventSourcingBench.Hosting.Servers;

/// <summary>Reads from <c>/proc</c> who has a socket. A process may end between any two lines.</summary>
internal static class SocketOwners
{
    // The kernel's list is not read in one piece: one that changes meanwhile may lack an entry.
    private const int MostReadings = 5;
    private const int InodeField = 9;
    // A socket for both versions of IP is in the second list, with longer addresses.
    private const string MappedToIp6 = "0000000000000000FFFF0000";
    // The second is not there where IPv6 is off.
    private static readonly string[] Lists = [.. new[] { "/proc/net/tcp", "/proc/net/tcp6" }.Where(File.Exists)];

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
