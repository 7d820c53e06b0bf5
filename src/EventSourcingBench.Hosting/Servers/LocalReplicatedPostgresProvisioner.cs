using System.Globalization;
using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Hosting;

/// <summary>
/// Starts a PostgreSQL primary and standbys that stream from it, all from the binaries on this machine, on loopback and
/// as a user without privileges. They are stopped and removed with their runner.
/// </summary>
public sealed class LocalReplicatedPostgresProvisioner : IServerProvisioner
{
    /// <summary>The kind of server.</summary>
    public const string Kind = "postgres-replicated";

    private const int MostAttempts = 3;
    private static readonly TimeSpan CopyLimit = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan SynchroniseLimit = TimeSpan.FromSeconds(30);

    /// <inheritdoc/>
    public string Name => LocalPostgresProvisioner.ProvisionerName;

    /// <inheritdoc/>
    public async ValueTask<Unavailable?> CheckAsync(string kind, CancellationToken cancellationToken = default) =>
        (await PrepareAsync(cancellationToken)).Unavailable;

    /// <inheritdoc/>
    public async Task<ProvisionedServer> StartAsync(ServerRequest request, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(request);
        var (setup, unavailable) = await PrepareAsync(cancellationToken);
        if (setup is null)
        {
            throw new StoreUnavailableException(unavailable!.ToString());
        }

        // Another process may take a free port before a node does. The folder went with the nodes: all is made again.
        for (var attempt = 1; ; attempt++)
        {
            var nodes = new List<PostgresNode>();
            try
            {
                return await StartAsync(setup, request, nodes, cancellationToken);
            }
            catch (PortTakenException e)
            {
                await StopAsync(nodes);
                if (attempt == MostAttempts)
                {
                    throw new StoreUnavailableException(e.Message);
                }
            }
            catch
            {
                await StopAsync(nodes);
                throw;
            }
        }
    }

    private static async Task<ProvisionedServer> StartAsync(
        PostgresSetup setup, ServerRequest request, List<PostgresNode> nodes, CancellationToken cancellationToken)
    {
        var first = Cluster(request, 1);
        await setup.InitAsync(request.DataFolder, first, cancellationToken);
        await setup.WritePasswordFileAsync(request.DataFolder, cancellationToken);
        nodes.Add(await StartNodeAsync(setup, request, 1, cancellationToken));
        await Task.WhenAll(Enumerable.Range(2, request.Nodes - 1).Select(number => CopyAsync(setup, request, nodes[0], number, cancellationToken)));
        for (var number = 2; number <= request.Nodes; number++)
        {
            nodes.Add(await StartNodeAsync(setup, request, number, cancellationToken));
        }

        var server = new PostgresCluster(nodes[0], nodes.Skip(1))
        {
            Kind = Kind,
            ConnectionString = $"Host={string.Join(',', nodes.Select(n => $"127.0.0.1:{n.Port.ToString(CultureInfo.InvariantCulture)}"))};Username={PostgresSetup.Superuser};Password={setup.Password};Database=postgres",
            Origin = $"{setup.Binaries.Origin} ({request.Nodes} nodes)",
        };
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(SynchroniseLimit);
        try
        {
            await server.SynchroniseAsync(limit.Token);
        }
        catch (OperationCanceledException e) when (!cancellationToken.IsCancellationRequested)
        {
            throw new StoreUnavailableException($"The standbys did not begin to stream from the primary within {SynchroniseLimit.TotalSeconds:0} s.", e);
        }

        return server;
    }

    private static async Task<PostgresNode> StartNodeAsync(PostgresSetup setup, ServerRequest request, int number, CancellationToken cancellationToken)
    {
        var port = FreePorts.Take();
        var others = Enumerable.Range(1, request.Nodes).Where(n => n != number).Select(NodeName).ToList();
        var start = await PostgresProcess.StartAsync(
            setup, request.DataFolder, Cluster(request, number), port, PostgresSettings.Replicated(others), cancellationToken);
        return start.Process is { } process
            ? new PostgresNode(setup, request.DataFolder, NodeName(number), process, port)
            : throw (start.PortWasTaken
                ? new PortTakenException(start.LastWords)
                : new StoreUnavailableException(
                    $"{NodeName(number)} ({setup.Binaries.Postgres}) did not start. {Sentence.LastWords(start.LastWords)}"));
    }

    // A copy of the primary as it is, with the note (-R) that it is a standby and whom it follows.
    private static async Task CopyAsync(
        PostgresSetup setup, ServerRequest request, PostgresNode primary, int number, CancellationToken cancellationToken)
    {
        var copy = await setup.User.RunAsync(
            CopyLimit,
            cancellationToken,
            setup.Binaries.BaseBackup!, "-D", Cluster(request, number), "-d", primary.FollowedBy(NodeName(number)),
            "-R", "--checkpoint=fast", "--no-sync", "--no-manifest");
        if (copy.ExitCode != 0)
        {
            throw new StoreUnavailableException($"{setup.Binaries.BaseBackup} failed. {Sentence.LastWords(copy.Output.TakeLast(5))}");
        }
    }

    private static async Task StopAsync(IEnumerable<PostgresNode> nodes) =>
        await Task.WhenAll(nodes.Select(n => n.Process.DisposeAsync().AsTask()));

    private static string Cluster(ServerRequest request, int number) => Path.Combine(request.DataFolder, NodeName(number));

    private static string NodeName(int number) => $"node{number.ToString(CultureInfo.InvariantCulture)}";

    private static async Task<(PostgresSetup? Setup, Unavailable? Unavailable)> PrepareAsync(CancellationToken cancellationToken)
    {
        var (setup, unavailable) = await PostgresSetup.FindAsync(PostgresBinaries.Find, Kind, cancellationToken);
        return setup is null || (setup.Binaries.BaseBackup is not null && setup.Binaries.Psql is not null)
            ? (setup, unavailable)
            : (null, new Unavailable($"There is no pg_basebackup or psql beside {setup.Binaries.Postgres}.", "Install PostgreSQL's client beside its server (Debian and Ubuntu: apt-get install postgresql-client)."));
    }

    private sealed class PortTakenException(string message) : Exception(message);
}
