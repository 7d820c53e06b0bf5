using System.Security.Cryptography;
using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Hosting;

/// <summary>
/// Starts PostgreSQL from the binaries on this machine: a fresh cluster in a folder of its own, on loopback, with the
/// durable defaults, as a user without privileges. It is stopped and removed with its runner.
/// </summary>
public sealed class LocalPostgresProvisioner : IServerProvisioner
{
    /// <summary>The name that users say.</summary>
    public const string ProvisionerName = "local";

    private const string Kind = "postgres";
    private const string Superuser = "bench";
    private const int MostPorts = 5;
    private const string Fix = "Install PostgreSQL's server (Debian and Ubuntu: apt-get install postgresql; macOS: brew install postgresql@17).";
    private static readonly TimeSpan InitLimit = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan CheckLimit = TimeSpan.FromSeconds(5);

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
        var (binaries, user, unavailable) = await PrepareAsync(request.Kind, cancellationToken);
        if (binaries is null || user is null)
        {
            throw new StoreUnavailableException(unavailable!.ToString());
        }

        var password = RandomNumberGenerator.GetHexString(32, lowercase: true);
        var cluster = Path.Combine(request.DataFolder, "cluster");
        // Somebody may take a free port before the server does. The folder went with the server: all is made anew.
        for (var attempt = 1; ; attempt++)
        {
            Directory.CreateDirectory(request.DataFolder);
            await user.TakeOverAsync(request.DataFolder, cancellationToken);
            await InitAsync(binaries, user, request.DataFolder, cluster, password, cancellationToken);
            var port = _freePort();
            var start = await PostgresProcess.StartAsync(binaries, user, request.DataFolder, cluster, port, cancellationToken);
            if (start.Process is { } process)
            {
                return new LocalServer(process)
                {
                    Kind = Kind,
                    ConnectionString = $"Host=127.0.0.1;Port={port};Username={Superuser};Password={password};Database=postgres",
                    Origin = binaries.Origin,
                    ProcessId = process.ProcessId,
                };
            }

            if (!start.PortWasTaken || attempt == MostPorts)
            {
                throw new StoreUnavailableException($"{binaries.Postgres} did not start. Its last words: {start.LastWords}");
            }
        }
    }

    private static async Task InitAsync(
        PostgresBinaries binaries,
        ServerUser user,
        string dataFolder,
        string cluster,
        string password,
        CancellationToken cancellationToken)
    {
        var passwordFile = Path.Combine(dataFolder, "password");
        await File.WriteAllTextAsync(passwordFile, password, cancellationToken);
        // --no-sync: an empty cluster that is removed at the end need not outlive a power cut; it saves a second.
        var result = await user.RunAsync(
            InitLimit,
            cancellationToken,
            [
                binaries.Initdb, "-D", cluster, "--username", Superuser, "--pwfile", passwordFile, "--auth", "scram-sha-256",
                "--encoding", "UTF8", "--locale", "C", "--no-sync",
            ]);
        File.Delete(passwordFile);
        if (result.ExitCode != 0)
        {
            throw new StoreUnavailableException($"{binaries.Initdb} failed. Its last words: {string.Join(' ', result.Output.TakeLast(5))}");
        }
    }

    private async Task<(PostgresBinaries? Binaries, ServerUser? User, Unavailable? Unavailable)> PrepareAsync(
        string kind,
        CancellationToken cancellationToken)
    {
        if (kind != Kind)
        {
            return (null, null, new Unavailable($"No server of kind {kind} can be started from a binary on this machine.", $"Set {EnvironmentProvisioner.Variable(kind)}."));
        }

        if (OperatingSystem.IsWindows())
        {
            return (null, null, new Unavailable("PostgreSQL is not started from binaries on Windows.", $"Set {EnvironmentProvisioner.Variable(kind)}."));
        }

        if (_find() is not { } binaries)
        {
            return (null, null, new Unavailable("There is no initdb and postgres on this machine.", Fix));
        }

        var (user, noUser) = await ServerUser.FindAsync(cancellationToken);
        if (user is null)
        {
            return (null, null, noUser);
        }

        var version = await user.RunAsync(CheckLimit, cancellationToken, binaries.Postgres, "--version");
        return version.ExitCode == 0
            ? (binaries, user, null)
            : (null, null, new Unavailable(
                $"{binaries.Postgres} does not run as the user {user.Name ?? Environment.UserName}: {string.Join(' ', version.Output)}", Fix));
    }

    private sealed class LocalServer(SupervisedProcess process) : ProvisionedServer
    {
        public override ValueTask DisposeAsync() => process.DisposeAsync();
    }
}
