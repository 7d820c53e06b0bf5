namespace EventSourcingBench.Stores.Etcd;

internal static class EtcdDescription
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(4);

    // Command-line flags that affect durability, speed and limits, with their defaults.
    private static readonly (string Flag, string Default)[] Described =
    [
        ("unsafe-no-fsync", "false"), ("max-txn-ops", "128"), ("max-request-bytes", "1572864"), ("quota-backend-bytes", "0"),
        ("snapshot-count", "100000"), ("heartbeat-interval", "100"), ("election-timeout", "1000"),
        ("auto-compaction-mode", "periodic"), ("auto-compaction-retention", "0"), ("wal-dir", "in data-dir"), ("max-wals", "5"),
        ("backend-batch-interval", "100ms"), ("backend-batch-limit", "10000"), ("backend-bbolt-freelist-type", "map"),
    ];

    public static async Task<StoreDescription> ReadAsync(EtcdClient client, StoreOptions options, CancellationToken cancellationToken)
    {
        var status = await client.ReadAsync(EtcdRequest.Status, cancellationToken, Limit);
        var members = await client.ReadAsync(EtcdRequest.Members, cancellationToken, Limit);
        var voters = members.Members.Where(m => !m.IsLearner).ToList();
        var flags = Flags(await client.TryGetAsync(client.Nodes.Current, "/debug/vars", Limit, cancellationToken));
        var (tier, reason) = Durability(voters.Count, await EtcdForcing.DoubtAsync(client, voters, cancellationToken));
        return new StoreDescription
        {
            ServerVersion = $"etcd {status.Version}",
            ClientVersion = $"dotnet-etcd {LibraryVersion.Of(typeof(KV))}, Grpc.Net.Client {LibraryVersion.Of(typeof(GrpcChannel))}",
            Durability = tier,
            DurabilityReason = reason,
            Mechanism = (options.Switch(EtcdPlugin.GroupCommit)
                    ? "Appends that wait in this process share one transaction" : "Each append is a transaction")
                + ", which succeeds only if no other process has committed since the last known commit. Subscribers and projections read "
                + "the log by ranges and then watch it; read model and checkpoint are saved in one transaction of an embedded SQLite file "
                + "(WAL, synchronous=full).",
            Settings =
            [
                new EffectiveSetting("members", voters.Count.ToString(CultureInfo.InvariantCulture)),
                .. flags is null ? [] : Described.Select(d => new EffectiveSetting(d.Flag, flags.GetValueOrDefault(d.Flag, d.Default))),
                .. options.Values.Select(o => new EffectiveSetting(o.Key, o.Value, FromServer: false)),
            ],
        };
    }

    /// <summary>The flags of a command line, <c>--name=value</c> or <c>--name value</c>; null if the server does not show it.</summary>
    internal static Dictionary<string, string>? Flags(string? variables)
    {
        if (variables is null)
            return null;

        using var document = JsonDocument.Parse(variables);
        if (!document.RootElement.TryGetProperty("cmdline", out var line))
            return null;

        var words = line.EnumerateArray().Select(w => w.GetString() ?? "").ToArray();
        var flags = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (var (word, next) in words.Zip([.. words.Skip(1), "-"]).Where(w => w.First.StartsWith('-')))
        {
            var parts = word.TrimStart('-').Split('=', 2);
            flags[parts[0]] = parts is [_, var value] ? value : next.StartsWith('-') ? "true" : next;
        }

        return flags;
    }

    internal static (DurabilityTier Tier, string Reason) Durability(int voters, string? doubt) =>
        doubt is not null ? (DurabilityTier.Buffered, doubt)
        : voters > 1 ? (DurabilityTier.Replicated, $"{voters} voting members: an append is answered when {(voters / 2) + 1} of them have "
            + "forced it to their logs on disk.")
        : (DurabilityTier.Fsync, "One member: an append is answered when it has been forced to the log on disk.");
}
