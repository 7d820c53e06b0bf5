using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Hosting;

/// <summary>
/// Starts PostgreSQL from the binaries on this machine: a fresh cluster in a separate folder, on loopback, with the
/// durable defaults, as a user without privileges. It is stopped and removed with its runner.
/// </summary>
public sealed class LocalPostgresProvisioner : IServerProvisioner
{
    /// <summary>The name that users say.</summary>
    public const string ProvisionerName = "local";

    private const string Kind = "postgres";
    private const int MostPorts = 5;

    private readonly Func<PostgresBinaries?> _find;
    private readonly Func<int> _freePort;

    /// <summary>Looks in PATH and where distributions install it.</summary>
    public LocalPostgresProvisioner()
        : this(PostgresBinaries.Find, FreePorts.Take)
    {
    }

    internal LocalPostgresProvisioner(Func<PostgresBinaries?> find, Func<int> freePort)
    {
        _find = find;
        _freePort = freePort;
    }

    /// <inheritdoc/>
    public string Name => ProvisionerName;

    /// <inheritdoc/>
    public async ValueTask<Unavailable?> CheckAsync(string kind, CancellationToken cancellationToken = default) =>
        (await PrepareAsync(kind, cancellationToken)).Unavailable;

    /// <inheritdoc/>
    public async Task<ProvisionedServer> StartAsync(ServerRequest request, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(request);
        var (setup, unavailable) = await PrepareAsync(request.Kind, cancellationToken);
        if (setup is null)
        {
            throw new StoreUnavailableException(unavailable!.ToString());
        }

        var cluster = Path.Combine(request.DataFolder, "cluster");
        // Another process may take a free port before the server does. The folder went with the server: all is made again.
        for (var attempt = 1; ; attempt++)
        {
            await setup.InitAsync(request.DataFolder, cluster, cancellationToken);
            var port = _freePort();
            var start = await PostgresProcess.StartAsync(setup, request.DataFolder, cluster, port, [], cancellationToken);
            if (start.Process is { } process)
            {
                return new LocalServer(process, (killed, cancel) => RestartAsync(setup, request.DataFolder, cluster, port, killed, cancel))
                {
                    Kind = Kind,
                    ConnectionString = $"Host=127.0.0.1;Port={port};Username={PostgresSetup.Superuser};Password={setup.Password};Database=postgres",
                    Origin = setup.Binaries.Origin,
                    ProcessId = process.ProcessId,
                };
            }

            if (!start.PortWasTaken || attempt == MostPorts)
            {
                throw new StoreUnavailableException($"{setup.Binaries.Postgres} did not start. {Sentence.LastWords(start.LastWords)}");
            }
        }
    }

    private static async Task<SupervisedProcess> RestartAsync(
        PostgresSetup setup, string dataFolder, string cluster, int port, SupervisedProcess killed, CancellationToken cancellationToken)
    {
        var start = await PostgresProcess.StartAsync(setup, dataFolder, cluster, port, [], cancellationToken, killed);
        return start.Process
            ?? throw new StoreUnavailableException(
                $"{setup.Binaries.Postgres} did not start again after SIGKILL. {Sentence.LastWords(start.LastWords)}");
    }

    private async Task<(PostgresSetup? Setup, Unavailable? Unavailable)> PrepareAsync(string kind, CancellationToken cancellationToken) => kind == Kind
        ? await PostgresSetup.FindAsync(_find, kind, cancellationToken)
        : (null, new Unavailable($"No server of kind {kind} can be started from a binary on this machine.", $"Set {EnvironmentProvisioner.Variable(kind)}."));
}
