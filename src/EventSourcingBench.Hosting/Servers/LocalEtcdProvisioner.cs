using System.Globalization;
using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Hosting;

/// <summary>
/// Starts an etcd cluster of one or more members from the binary on this machine: on loopback, each with an empty folder. They
/// are stopped and removed with their runner.
/// </summary>
public sealed class LocalEtcdProvisioner : IServerProvisioner
{
    /// <summary>The kind of server.</summary>
    public const string Kind = "etcd";

    private const int MostAttempts = 5;
    private const string Fix = "Install etcd's server, 3.4 or newer (Debian and Ubuntu: apt-get install etcd-server), so that etcd is on PATH, or set ETCD to the path of its executable.";

    private readonly Func<string?> _find;
    private readonly Func<int> _freePort;

    /// <summary>Looks in <c>ETCD</c> and in PATH.</summary>
    public LocalEtcdProvisioner()
        : this(EtcdBinary.Find, FreePorts.Take)
    {
    }

    internal LocalEtcdProvisioner(Func<string?> find, Func<int> freePort)
    {
        _find = find;
        _freePort = freePort;
    }

    /// <inheritdoc/>
    public string Name => LocalPostgresProvisioner.ProvisionerName;

    /// <inheritdoc/>
    public ValueTask<Unavailable?> CheckAsync(string kind, CancellationToken cancellationToken = default) =>
        ValueTask.FromResult(_find() is null ? Missing() : null);

    /// <inheritdoc/>
    public async Task<ProvisionedServer> StartAsync(ServerRequest request, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(request);
        var binary = _find() ?? throw new StoreUnavailableException(Missing().ToString());

        // Another process may take a free port before a member does. The folder went with the members: all is made again.
        for (var attempt = 1; ; attempt++)
        {
            Directory.CreateDirectory(request.DataFolder);
            var nodes = Enumerable.Range(1, request.Nodes)
                .Select(n => new EtcdNode($"node{n.ToString(CultureInfo.InvariantCulture)}", _freePort(), _freePort()))
                .ToList();
            try
            {
                await StartAsync(binary, request.DataFolder, nodes, cancellationToken);
                return new EtcdCluster(EtcdBinary.Subject(binary), nodes)
                {
                    Kind = Kind,
                    ConnectionString = "http://" + string.Join(',', nodes.Select(n => n.Authority)),
                    Origin = request.Nodes == 1 ? binary : $"{binary} ({request.Nodes.ToString(CultureInfo.InvariantCulture)} nodes)",
                };
            }
            catch (Exception e)
            {
                await Task.WhenAll(nodes.Select(n => n.DisposeAsync().AsTask()));
                if (e is not StoreUnavailableException || attempt == MostAttempts || !nodes.Exists(n => n.PortWasTaken))
                {
                    throw;
                }
            }
        }
    }

    private static Unavailable Missing() => EtcdBinary.WrongVariable() ?? new Unavailable("There is no etcd on this machine.", Fix);

    private static async Task StartAsync(string binary, string dataFolder, List<EtcdNode> nodes, CancellationToken cancellationToken)
    {
        var members = nodes.Select(n => n.Member).ToList();
        await Task.WhenAll(nodes.Select(n => n.StartAsync(binary, dataFolder, members, EtcdSettings.Flags, dataFolder, cancellationToken)));
        await EtcdCluster.ServeAsync(EtcdBinary.Subject(binary), nodes, cancellationToken);
    }
}
