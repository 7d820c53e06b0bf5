using System.Globalization;

namespace EventSourcingBench.Stores.Etcd;

/// <summary>
/// Whether the voting members force their logs to disk. Each counts how often it did: what turns that off, a flag, a variable or
/// a line of a configuration file, shows there, and only there.
/// </summary>
internal static class EtcdForcing
{
    private const string Counter = "etcd_disk_wal_fsync_duration_seconds_count ";

    // A member that never forces counts two when it makes its log, and one for each file of 64 MB that it begins. One that does
    // counts each write, or several of them together where it is behind.
    private const int Enough = 5;
    private const int MostRounds = 8;
    private const int WritesARound = 8;

    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(2);

    /// <summary>Looks how often every member forces its log while it is given writes that change nothing.</summary>
    /// <returns>Null where each forces its log; else which one does not, or cannot be looked at.</returns>
    /// <exception cref="Abstractions.StoreUnavailableException">The server could not be reached.</exception>
    public static async Task<string?> DoubtAsync(EtcdClient client, IReadOnlyList<EtcdMember> voters, CancellationToken cancellationToken)
    {
        var given = await Task.WhenAll(
            client.Nodes.All.Select(async node => (Node: node, Id: await IdAsync(client, node, cancellationToken))));
        var members = voters
            .Select(v => (v.Name, Addresses: given.Where(g => g.Id == v.Id).Select(g => g.Node).Concat(v.Addresses).Distinct().ToList()))
            .ToList();
        long?[]? begin = null;
        for (var round = 0; ; round++)
        {
            var counts = await Task.WhenAll(members.Select(m => CountAsync(client, m.Addresses, cancellationToken)));
            if (Array.FindIndex(counts, c => c is null) is >= 0 and var unread)
            {
                return $"{members[unread].Name} does not show how often it forced its log to disk (/metrics): nothing says whether it does.";
            }

            begin ??= counts;
            var forced = counts.Zip(begin, (now, first) => now - first).ToArray();
            if (Array.FindIndex(forced, f => f < Enough) is var few && (few < 0 || round == MostRounds))
            {
                return few < 0 ? null : string.Create(
                    CultureInfo.InvariantCulture,
                    $"{members[few].Name} does not force its log to disk: {forced[few]} times during {round * WritesARound} writes.");
            }

            for (var i = 0; i < WritesARound; i++)
            {
                // To delete what is not there is an entry of the log, and nothing else.
                var nothing = new KeyRange("eventsourcingbench/no such key"u8.ToArray()).ToBody();
                await client.ReadAsync(EtcdPaths.DeleteRange, nothing, static _ => true, Limit, cancellationToken);
            }
        }
    }

    /// <summary>The count in what a member shows of itself; null where it is not there.</summary>
    internal static long? Count(string? metrics)
    {
        foreach (var line in metrics.AsSpan().EnumerateLines())
        {
            if (line.StartsWith(Counter, StringComparison.Ordinal)
                && double.TryParse(line[Counter.Length..], NumberStyles.Float, CultureInfo.InvariantCulture, out var count))
            {
                return (long)count;
            }
        }

        return null;
    }

    private static async Task<long?> CountAsync(EtcdClient client, List<Uri> addresses, CancellationToken cancellationToken)
    {
        foreach (var address in addresses)
        {
            if (Count(await client.TryGetAsync(address, EtcdPaths.Metrics, Limit, cancellationToken)) is { } count)
            {
                return count;
            }
        }

        return null;
    }

    private static Task<ulong> IdAsync(EtcdClient client, Uri node, CancellationToken cancellationToken) => client.TryAskAsync(
        node,
        EtcdPaths.Status,
        "{}"u8.ToArray(),
        static status => status.TryGetProperty("header", out var header) ? EtcdAnswer.Id(header, "member_id") : 0,
        Limit,
        cancellationToken);
}
