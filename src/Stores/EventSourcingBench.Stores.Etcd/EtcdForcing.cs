namespace EventSourcingBench.Stores.Etcd;

/// <summary>Checks by each voting member's count of fsync calls that it forces its log to disk, whatever turned fsync off.</summary>
internal static class EtcdForcing
{
    private const string Counter = "etcd_disk_wal_fsync_duration_seconds_count";

    // A member without fsync counts two at the creation of its log and one for each new 64 MB file. A member with fsync counts
    // each write, or one for several writes if it falls behind.
    private const int Enough = 5;
    private const int MostRounds = 8;
    private const int WritesARound = 8;
    private static readonly RangeRequest NoKey = new() { Key = ByteString.CopyFromUtf8("eventsourcingbench/no such key") };
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(2);

    /// <summary>Compares each member's fsync count before and after writes that change nothing.</summary>
    /// <returns>Null if all members force their logs; otherwise the member that does not, or that cannot be checked.</returns>
    public static async Task<string?> DoubtAsync(EtcdClient client, IReadOnlyList<Member> voters, CancellationToken cancellationToken)
    {
        var given = await Task.WhenAll(client.Nodes.All.Select(async node =>
            (Node: node, Status: await client.TryAskAsync(node, EtcdRequest.Status, Limit, cancellationToken))));
        var members = voters.Select(v => (v.Name, Addresses: given.Where(g => g.Status?.Header.MemberId == v.ID).Select(g => g.Node)
            .Concat(Advertised(v)).Distinct().ToList())).ToList();
        long?[]? begin = null;
        for (var round = 0; ; round++)
        {
            var counts = await Task.WhenAll(members.Select(m => CountAsync(client, m.Addresses, cancellationToken)));
            if (Array.FindIndex(counts, c => c is null) is >= 0 and var unread)
            {
                return $"{members[unread].Name} does not show how often it forced its log to disk (/metrics): durability cannot be "
                    + "verified.";
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
                // Deleting a missing key writes a log entry and changes nothing else.
                await client.ReadAsync(EtcdRequest.Delete(NoKey), cancellationToken, Limit);
            }
        }
    }

    internal static long? Count(string? metrics) =>
        metrics?.Contains($"\n{Counter} ", StringComparison.Ordinal) == true ? Sum(metrics, Counter) : null;

    /// <summary>A metric over all its labels; it appears with its first value.</summary>
    internal static long Sum(string metrics, string name) => (long)metrics.Split('\n')
        .Where(l => l.StartsWith(name, StringComparison.Ordinal) && l[name.Length] is ' ' or '{')
        .Sum(l => double.Parse(l.AsSpan(l.LastIndexOf(' ')), NumberStyles.Float, CultureInfo.InvariantCulture));

    private static async Task<long?> CountAsync(EtcdClient client, List<Uri> addresses, CancellationToken cancellationToken)
    {
        foreach (var address in addresses)
        {
            if (Count(await client.TryGetAsync(address, "/metrics", Limit, cancellationToken)) is { } count)
                return count;
        }

        return null;
    }

    private static IEnumerable<Uri> Advertised(Member member) => member.ClientURLs
        .Select(u => Uri.TryCreate(u, UriKind.Absolute, out var url) ? url : null).OfType<Uri>();
}
