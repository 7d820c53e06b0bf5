namespace EventSourcingBench.Stores.Etcd;

/// <summary>etcd's server, 3.4 or newer: members that elect their leader by themselves.</summary>
internal static class EtcdServer
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(2);

    public static ServerKind Kind { get; } = new()
    {
        Name = "etcd",
        DefaultPort = 2379,
        Local = new LocalSpec
        {
            AsksKernelForTime = true,
            Variables = ["ETCD"],
            Executables = ["etcd"],
            Install = "Install etcd's server, 3.4 or newer (Debian and Ubuntu: apt-get install etcd-server), so that etcd is on PATH, "
                + "or set ETCD to the path of its executable.",
            SettingsPrefixes = ["ETCD_", "ETCDCTL_"],
            PortsPerNode = 2,
            Arguments = Arguments,
            Ready = new ReadyProbe.Http("/health", "true"),
            ConnectionString = start => "http://" + string.Join(',', start.Nodes.Select(n => n.Address)),
            Cluster = new ClusterSpec
            {
                Leader = "leader",
                IsLeaderAsync = IsLeaderAsync,
                ReplaceAsync = (left, _) =>
                    Task.FromResult($"{string.Join(" and ", left.Select(n => n.Name))} elect another by themselves"),
            },
        },
    };

    // What is not said is etcd's own default, its durability above all.
    private static IReadOnlyList<string> Arguments(ServerNode node) =>
    [
        "--name", node.Name,
        "--data-dir", node.Folder,
        "--listen-client-urls", $"http://{node.Address}",
        "--advertise-client-urls", $"http://{node.Address}",
        "--listen-peer-urls", PeerUrl(node.Ports[1]),
        "--initial-advertise-peer-urls", PeerUrl(node.PeerPort),
        // A member that finds its data takes the list of members from there.
        "--initial-cluster", string.Join(',', node.Start.Nodes.Select(n => $"{n.Name}={PeerUrl(n.PeerPort)}")),
        "--initial-cluster-token", Path.GetFileName(node.Start.DataFolder),
        "--initial-cluster-state", "new",
        // The most streams that one bulk append may have.
        "--max-txn-ops", "10000",
        // A record of the log may have 10 MB: a larger one is written, and then cannot be read at a restart.
        "--max-request-bytes", "8388608",
        // 2 GiB without a word, after which it takes no writes.
        "--quota-backend-bytes", "17179869184",
        // The newest entries of the log stay in memory until the next snapshot; 100,000 large ones would not fit.
        "--snapshot-count", "10000",
        // What earlier steps' stores deleted is given back.
        "--auto-compaction-mode", "revision",
        "--auto-compaction-retention", "1000",
    ];

    private static string PeerUrl(int port) => string.Create(CultureInfo.InvariantCulture, $"http://127.0.0.1:{port}");

    // One that does not answer, or not in time, is none.
    private static async Task<bool> IsLeaderAsync(ServerNode node, CancellationToken cancellationToken)
    {
        using var client = new EtcdClient(EtcdEndpoints.Parse($"http://{node.Address}"), TimeProvider.System);
        var status = await client.TryAskAsync(client.Nodes.Current, EtcdRequest.Status, Limit, cancellationToken);
        return status is { Leader: not 0 } && status.Leader == status.Header.MemberId;
    }
}
