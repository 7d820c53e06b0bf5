namespace EventSourcingBench.Stores.Shared;

/// <summary>A server of EventStoreDB or KurrentDB, which understand each other's clients: one node without TLS.</summary>
internal static class LogServer
{
    private const int Port = 2113;

    // The same in a container and on this machine. docker/compose.yaml and the AppHost set them too.
    private static readonly (string Name, int Value)[] Sizes =
    [
        // The server sizes its caches to the machine, limits or not. The generator and other servers need memory too.
        ("STREAM_INFO_CACHE_CAPACITY", 100_000),
        ("STREAM_EXISTENCE_FILTER_SIZE", 16 * 1024 * 1024),
        // A little less than a record of its log can hold; its default is 1 MB.
        ("MAX_APPEND_SIZE", 15 * 1024 * 1024),
    ];

    public static ServerKind Kind { get; } = new()
    {
        Name = Dialect.Store,
        DefaultPort = Port,
        Local = new LocalSpec
        {
            // The same kind before the other.
            Variables = [$"{Dialect.Variable}_SERVER", $"{Dialect.OtherVariable}_SERVER"],
            Executables = Dialect.Executables,
            Runners = new Dictionary<string, string>(StringComparer.Ordinal) { [".dll"] = "dotnet" },
            Install = "Install EventStoreDB 23.10 or KurrentDB (Debian and Ubuntu: their package repositories), or set "
                + $"{Dialect.Variable}_SERVER to the path of the server's executable or its .dll.",
            SettingsPrefixes = ["EVENTSTORE_", "KURRENTDB_"],
            Environment = new Dictionary<string, string?>(StringComparer.Ordinal)
            {
                ["EVENTSTORE_TELEMETRY_OPTOUT"] = "true",
                ["KURRENTDB_TELEMETRY_OPTOUT"] = "true",
                ["DOTNET_ROLL_FORWARD"] = "Major",
            },
            PortsPerNode = 2,
            Arguments = Arguments,
            // It answers before it takes appends: a node alone becomes its own leader first.
            Ready = new ReadyProbe.Http("/info", "\"state\":\"leader\""),
            ConnectionString = start => ConnectionString(start.Nodes[0].Port),
        },
        Container = new ContainerSpec
        {
            Image = Dialect.Image,
            Port = Port,
            DataFolder = Dialect.ContainerFolder,
            Environment = new Dictionary<string, string>(
                Sizes.Select(s => KeyValuePair.Create($"{Dialect.ContainerPrefix}_{s.Name}", Number(s.Value))), StringComparer.Ordinal)
            {
                [$"{Dialect.ContainerPrefix}_CLUSTER_SIZE"] = "1",
                [$"{Dialect.ContainerPrefix}_RUN_PROJECTIONS"] = "None",
                // No certificate: reached on loopback only.
                [$"{Dialect.ContainerPrefix}_INSECURE"] = "true",
                [$"{Dialect.ContainerPrefix}_MEM_DB"] = "false",
                [$"{Dialect.ContainerPrefix}_UNSAFE_DISABLE_FLUSH_TO_DISK"] = "false",
                [$"{Dialect.ContainerPrefix}_TELEMETRY_OPTOUT"] = "true",
            },
            // Fails until the node leads.
            ReadyCommand = ["curl", "--fail", "--silent", "--output", "/dev/null", $"http://127.0.0.1:{Port}/health/live"],
            ConnectionString = (port, _) => ConnectionString(port),
        },
    };

    private static IReadOnlyList<string> Arguments(ServerNode node) =>
    [
        "--insecure",
        "--db", Path.Combine(node.Folder, "db"),
        "--log", Path.Combine(node.Folder, "log"),
        "--node-ip", "127.0.0.1", "--node-port", Number(node.Port),
        // Where it would listen for other nodes.
        "--replication-ip", "127.0.0.1", "--replication-port", Number(node.Ports[1]),
        .. Sizes.SelectMany(s => new[] { $"--{s.Name.ToLowerInvariant().Replace('_', '-')}", Number(s.Value) }),
    ];

    private static string ConnectionString(int port) => $"{Dialect.Scheme}://127.0.0.1:{Number(port)}?tls=false";

    private static string Number(int value) => value.ToString(CultureInfo.InvariantCulture);
}
