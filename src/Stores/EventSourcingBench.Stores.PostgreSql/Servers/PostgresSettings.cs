namespace EventSourcingBench.Stores.PostgreSql.Servers;

internal static class PostgresSettings
{
    /// <summary>What holds wherever the server runs: from a binary, or in a container.</summary>
    public static IReadOnlyList<string> Common { get; } =
    [
        .. Set("max_connections", "200"),
        // Durable: the server's defaults, said here so that no configuration can change them.
        .. Set("fsync", "on"),
        .. Set("synchronous_commit", "on"),
        .. Set("full_page_writes", "on"),
        // Sizes that fit a laptop and keep checkpoints out of a short run.
        .. Set("shared_buffers", "256MB"),
        .. Set("max_wal_size", "4GB"),
        .. Set("checkpoint_completion_target", "0.9"), // The default from version 14 on.
        .. Set("random_page_cost", "1.1"), // For SSDs.
        .. Set("autovacuum", "on"),
        // A version conflict is an error to the server: logged, thousands a second would be measured with it.
        .. Set("log_min_messages", "log"),
        .. Set("log_checkpoints", "on"),
    ];

    /// <summary>For a server of this machine.</summary>
    public static IReadOnlyList<string> Arguments(ServerNode node) =>
    [
        "-D", node.Folder,
        // Reached on loopback only; a socket file would need a short path.
        .. Set("listen_addresses", "127.0.0.1"),
        .. Set("port", node.Port.ToString(CultureInfo.InvariantCulture)),
        .. Set("unix_socket_directories", ""),
        .. Common,
    ];

    /// <summary>For a node of several, without primary_conninfo: a failover changes it, and an argument is fixed while it runs.</summary>
    public static IReadOnlyList<string> ReplicatedArguments(ServerNode node)
    {
        // With the primary they are a majority of all nodes.
        var acknowledging = node.Start.Nodes.Count / 2;
        var others = node.Start.Nodes.Where(n => n != node).Select(n => n.Name).ToList();
        return
        [
            .. Arguments(node),
            // Whichever node is the primary, its commits wait for the others.
            .. others.Count == 0 ? [] : Set("synchronous_standby_names", $"ANY {acknowledging} ({string.Join(", ", others)})"),
            // A standby that follows a new primary finds there what it has not received yet.
            .. Set("wal_keep_size", "1GB"),
            // A standby whose primary is gone looks for another at once.
            .. Set("wal_retrieve_retry_interval", "200ms"),
        ];
    }

    private static string[] Set(string name, string value) => ["-c", $"{name}={value}"];
}
