using System.Diagnostics;
using System.Globalization;
using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Hosting;

/// <summary>
/// Starts MongoDB from the <c>mongod</c> on this machine: on loopback, with an empty database in a separate folder, as a
/// replica set of one node, which it initiates. It is stopped and removed with its runner.
/// </summary>
public sealed class LocalMongoProvisioner : IServerProvisioner
{
    private const string Kind = "mongodb";
    private const string Binary = "mongod";
    private const int MostPorts = 5;
    private const string Fix = "Install MongoDB's server, 4.4 or newer (package mongodb-org-server of MongoDB's own repository; macOS: brew install mongodb-community), so that mongod is on PATH.";
    private static readonly TimeSpan CheckLimit = TimeSpan.FromSeconds(5);

    private readonly Func<string?> _find;
    private readonly Func<int> _freePort;

    /// <summary>Looks in PATH.</summary>
    public LocalMongoProvisioner()
        : this(() => Executables.Find(Binary), FreePorts.Take)
    {
    }

    internal LocalMongoProvisioner(Func<string?> find, Func<int> freePort)
    {
        _find = find;
        _freePort = freePort;
    }

    /// <inheritdoc/>
    public string Name => LocalPostgresProvisioner.ProvisionerName;

    /// <inheritdoc/>
    public async ValueTask<Unavailable?> CheckAsync(string kind, CancellationToken cancellationToken = default) =>
        (await PrepareAsync(kind, cancellationToken)).Unavailable;

    /// <inheritdoc/>
    public async Task<ProvisionedServer> StartAsync(ServerRequest request, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(request);
        var (mongod, unavailable) = await PrepareAsync(request.Kind, cancellationToken);
        if (mongod is null)
        {
            throw new StoreUnavailableException(unavailable!.ToString());
        }

        // Another process may take a free port before the server does. The folder went with the server: all is made again.
        for (var attempt = 1; ; attempt++)
        {
            Directory.CreateDirectory(request.DataFolder);
            var port = _freePort();
            var start = await MongoProcess.StartAsync(mongod, request.DataFolder, port, cancellationToken);
            if (start.Process is { } process)
            {
                return new LocalServer(process)
                {
                    Kind = Kind,
                    ConnectionString = string.Create(CultureInfo.InvariantCulture, $"mongodb://127.0.0.1:{port}/?replicaSet={MongoProcess.ReplicaSet}"),
                    Origin = File.ResolveLinkTarget(mongod, returnFinalTarget: true)?.FullName ?? mongod,
                    ProcessId = process.ProcessId,
                };
            }

            if (!start.PortWasTaken || attempt == MostPorts)
            {
                throw new StoreUnavailableException($"{mongod} did not start. {Sentence.LastWords(start.LastWords)}");
            }
        }
    }

    private async Task<(string? Mongod, Unavailable? Unavailable)> PrepareAsync(string kind, CancellationToken cancellationToken)
    {
        if (kind != Kind)
        {
            return (null, new Unavailable($"No server of kind {kind} can be started from a binary on this machine.", $"Set {EnvironmentProvisioner.Variable(kind)}."));
        }

        if (OperatingSystem.IsWindows())
        {
            return (null, new Unavailable("MongoDB is not started from binaries on Windows.", $"Set {EnvironmentProvisioner.Variable(kind)}."));
        }

        if (_find() is not { } mongod)
        {
            return (null, new Unavailable("There is no mongod on this machine.", Fix));
        }

        var version = await ChildCommand.RunAsync(new ProcessStartInfo(mongod, ["--version"]), CheckLimit, cancellationToken);
        return version is { ExitCode: 0 }
            ? (mongod, null)
            : (null, new Unavailable($"{mongod} does not run. {Sentence.LastWords(version?.Output ?? ["It is not there."])}", Fix)
            {
                IsFailure = true,
            });
    }
}
