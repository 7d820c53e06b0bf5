using System.Text.RegularExpressions;

namespace EventSourcingBench.Hosting.Servers;

/// <summary>A server on this machine whose clients reach it through relays, one for each of its ports. Whatever is done to the server is
/// done to the one behind. Disposing of it ends the relays; the server goes on.</summary>
public sealed partial class RelayedServer : ProvisionedServer
{
    private readonly ProvisionedServer _server;

    private RelayedServer(ProvisionedServer server, IReadOnlyList<TcpRelay> relays) => (_server, Relays) = (server, relays);

    public IReadOnlyList<TcpRelay> Relays { get; }

    public override IReadOnlyList<int> ProcessIds => _server.ProcessIds;

    public override bool CanKillNode => _server.CanKillNode;

    public override bool CanRestart => _server.CanRestart;

    /// <returns>The server itself where its connection string names no port of this machine's loopback.</returns>
    public static ProvisionedServer Around(ProvisionedServer server)
    {
        var relays = new Dictionary<string, TcpRelay>(StringComparer.Ordinal);
        var connection = Ports().Replace(server.ConnectionString, port =>
        {
            if (!relays.TryGetValue(port.Value, out var relay))
                relays.Add(port.Value, relay = new TcpRelay(int.Parse(port.Value, CultureInfo.InvariantCulture)));

            return relay.Port.ToString(CultureInfo.InvariantCulture);
        });
        return relays.Count == 0 ? server : new RelayedServer(server, [.. relays.Values])
        {
            Kind = server.Kind,
            ConnectionString = connection,
            Origin = $"{server.Origin}, through a relay",
            ProcessId = server.ProcessId,
            Container = server.Container,
            Nodes = server.Nodes,
        };
    }

    public override Task<string> KillNodeAsync(CancellationToken cancellationToken = default) => _server.KillNodeAsync(cancellationToken);

    public override Task KillAsync(CancellationToken cancellationToken = default) => _server.KillAsync(cancellationToken);

    public override Task RestartAsync(CancellationToken cancellationToken = default) => _server.RestartAsync(cancellationToken);

    public override async ValueTask DisposeAsync()
    {
        foreach (var relay in Relays)
            await relay.DisposeAsync();
    }

    // host:port of each node, or the port of one host after it.
    [GeneratedRegex(
        @"(?<=(127\.0\.0\.1|localhost)(:|;\s*Port\s*=\s*))\d+", RegexOptions.IgnoreCase | RegexOptions.ExplicitCapture)]
    private static partial Regex Ports();
}
