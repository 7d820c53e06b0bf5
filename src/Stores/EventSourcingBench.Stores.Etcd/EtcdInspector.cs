namespace EventSourcingBench.Stores.Etcd;

/// <summary>The counters in <c>/metrics</c>, of all nodes together. Written bytes are those of the log only.</summary>
internal sealed class EtcdInspector(EtcdClient client) : IStoreInspector
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(2);

    public async Task<WorkCounters> ReadWorkAsync(CancellationToken cancellationToken = default)
    {
        var metrics = await Task.WhenAll(client.Nodes.All.Select(node => client.TryGetAsync(node, "/metrics", Limit, cancellationToken)));

        // Without one of its nodes a sum would be too small.
        return Array.Exists(metrics, m => m is null) ? default : new WorkCounters(
            Sum("etcd_disk_wal_write_bytes_total"),
            Sum("etcd_disk_wal_fsync_duration_seconds_count") + Sum("etcd_disk_backend_commit_duration_seconds_count"),
            Sum("etcd_server_proposals_committed_total") / metrics.Length,
            Sum("grpc_server_started_total"),
            Sum("etcd_network_client_grpc_received_bytes_total") + Sum("etcd_network_client_grpc_sent_bytes_total"));

        long Sum(string name) => metrics.Sum(m => EtcdInspector.Sum(m!, name));
    }

    // Over all labels; a metric appears with its first value.
    internal static long Sum(string metrics, string name) => (long)metrics.Split('\n')
        .Where(l => l.StartsWith(name, StringComparison.Ordinal) && l[name.Length] is ' ' or '{')
        .Sum(l => double.Parse(l.AsSpan(l.LastIndexOf(' ')), NumberStyles.Float, CultureInfo.InvariantCulture));
}
