namespace EventSourcingBench.Hosting.Servers;

/// <summary>A server on this machine whose clients reach it through relays, one for each of its ports. Whatever is done to the server is
/// done to the one behind. Disposing of it ends the relays; the server goes on.</summary>
public sealed partial class RelayedServer : ProvisionedServer
{
    private readonly IReadOnlyList<NetworkPath> _paths;

    private RelayedServer(ProvisionedServer server, IReadOnlyList<TcpRelay> relays, IReadOnlyList<NetworkPath> paths) =>
        (Behind, Relays, _paths) = (server, relays, paths);

    public IReadOnlyList<TcpRelay> Relays { get; }

    protected override ProvisionedServer Behind { get; }

    /// <param name="network">What the relays do to what they carry. Default: null, they carry it at once.</param>
    /// <returns>The server itself where its connection string names no port of this machine's loopback.</returns>
    public static ProvisionedServer Around(ProvisionedServer server, NetworkConditions? network = null)
    {
        var isSlow = network is { Delay.Ticks: > 0 } or { BitsPerSecond: not null };
        NetworkPath[] paths = isSlow && Ports().IsMatch(server.ConnectionString) ? [new(network!), new(network!)] : [];
        var relays = new Dictionary<string, TcpRelay>(StringComparer.Ordinal);
        var connection = Ports().Replace(server.ConnectionString, port =>
        {
            if (!relays.TryGetValue(port.Value, out var relay))
            {
                var number = int.Parse(port.Value, CultureInfo.InvariantCulture);
                relays.Add(port.Value, relay = new TcpRelay(number, paths.ElementAtOrDefault(0), paths.ElementAtOrDefault(1)));
            }

            return relay.Port.ToString(CultureInfo.InvariantCulture);
        });
        return relays.Count == 0 ? server : new RelayedServer(server, [.. relays.Values], paths)
        {
            Kind = server.Kind,
            ConnectionString = connection,
            Origin = $"{server.Origin}, through a relay{(isSlow ? $", {network}" : "")}",
            ProcessId = server.ProcessId,
            Container = server.Container,
            Nodes = server.Nodes,
            HasOwnClock = server.HasOwnClock,
        };
    }

    public override async ValueTask DisposeAsync()
    {
        foreach (var relay in Relays)
            await relay.DisposeAsync();

        foreach (var path in _paths)
            path.Dispose();
    }

    // host:port of each node, or the port of one host after it.
    [GeneratedRegex(
        @"(?<=(127\.0\.0\.1|localhost)(:|;\s*Port\s*=\s*))\d+", RegexOptions.IgnoreCase | RegexOptions.ExplicitCapture)]
    private static partial Regex Ports();
}
