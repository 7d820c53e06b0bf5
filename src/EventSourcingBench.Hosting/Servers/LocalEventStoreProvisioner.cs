using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Hosting;

/// <summary>
/// Starts EventStoreDB or KurrentDB from a binary on this machine: one node in a separate folder, on loopback, with
/// the durable defaults. It is stopped and removed with its runner.
/// </summary>
public sealed class LocalEventStoreProvisioner : IServerProvisioner
{
    private const int MostPorts = 5;

    /// <inheritdoc/>
    public string Name => LocalPostgresProvisioner.ProvisionerName;

    /// <summary>Whether it is for this kind of server.</summary>
    /// <param name="kind">Such as <c>eventstoredb</c>.</param>
    public static bool IsFor(string kind) => kind is EventStoreBinary.EventStoreDb or EventStoreBinary.KurrentDb;

    /// <inheritdoc/>
    public ValueTask<Unavailable?> CheckAsync(string kind, CancellationToken cancellationToken = default) =>
        ValueTask.FromResult(Prepare(kind).Unavailable);

    /// <inheritdoc/>
    public async Task<ProvisionedServer> StartAsync(ServerRequest request, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(request);
        var (binary, unavailable) = Prepare(request.Kind);
        if (binary is null)
        {
            throw new StoreUnavailableException(unavailable!.ToString());
        }

        // Another process may take a free port before the server does. The folder went with the server.
        for (var attempt = 1; ; attempt++)
        {
            Directory.CreateDirectory(request.DataFolder);
            var (port, replicationPort) = (FreePorts.Take(), FreePorts.Take());
            var start = await EventStoreProcess.StartAsync(binary, request.DataFolder, port, replicationPort, request.DataFolder, cancellationToken);
            if (start.Process is { } process)
            {
                return new LocalServer(process)
                {
                    Kind = request.Kind,
                    ConnectionString = $"{(request.Kind == EventStoreBinary.KurrentDb ? "kurrentdb" : "esdb")}://127.0.0.1:{port}?tls=false",
                    Origin = binary.Path,
                    ProcessId = process.ProcessId,
                };
            }

            if (attempt == MostPorts || !start.LastWords.Contains("in use", StringComparison.OrdinalIgnoreCase))
            {
                throw new StoreUnavailableException($"{binary.Subject} did not start. {Sentence.LastWords(start.LastWords)}");
            }
        }
    }

    private static (EventStoreBinary? Binary, Unavailable? Unavailable) Prepare(string kind)
    {
        if (!IsFor(kind))
        {
            throw new ArgumentException($"{kind} is not a kind of server that this starts.", nameof(kind));
        }

        return OperatingSystem.IsWindows()
            ? (null, new Unavailable("EventStoreDB is not started from binaries on Windows.", $"Set {EnvironmentProvisioner.Variable(kind)}."))
            : EventStoreBinary.Find(kind);
    }
}
