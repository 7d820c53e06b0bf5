namespace EventSourcingBench.Stores.Etcd.Client;

/// <summary>The nodes and the current one. A failure moves on to the next node.</summary>
internal sealed class EtcdEndpoints(Uri[] nodes)
{
    private volatile int _current;

    public IReadOnlyList<Uri> All => nodes;

    public Uri Current => nodes[_current];

    /// <summary>Reads <c>http://host:port,host:port</c>.</summary>
    public static EtcdEndpoints Parse(string connectionString)
    {
        var parts = connectionString.Split("://", 2);
        Uri[] nodes = parts is ["http" or "https", var hosts]
            ? [.. hosts.TrimEnd('/').Split(',', StringSplitOptions.TrimEntries)
                .Select(host => Uri.TryCreate($"{parts[0]}://{host}", UriKind.Absolute, out var uri) ? uri : null).OfType<Uri>()]
            : [];
        return nodes.Length == connectionString.Split(',').Length && nodes.All(n => n is { PathAndQuery: "/", UserInfo: "" })
            ? new EtcdEndpoints(nodes)
            : throw new StoreUnavailableException(
                "EVENTSOURCINGBENCH_ETCD is not the address of an etcd server. "
                + "Give its nodes as http://HOST:PORT,HOST:PORT, without a user.");
    }

    /// <summary>Moves on to the next node after a failure, unless another caller already has.</summary>
    public void Leave(Uri node)
    {
        var current = _current;
        if (nodes[current] == node)
            _current = (current + 1) % nodes.Length;
    }

    public override string ToString() => string.Join(", ", nodes.Select(n => n.Authority));
}
