using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Hosting;

/// <summary>Starts servers from what is on this machine: each kind by the provisioner that knows it.</summary>
public sealed class LocalProvisioner : IServerProvisioner
{
    private static readonly string[] Replicated = [LocalReplicatedPostgresProvisioner.Kind, LocalEtcdProvisioner.Kind];
    private readonly Dictionary<string, IServerProvisioner> _byKind;

    /// <summary>Starts nothing yet.</summary>
    public LocalProvisioner()
    {
        var eventStore = new LocalEventStoreProvisioner();
        _byKind = new(StringComparer.Ordinal)
        {
            ["postgres"] = new LocalPostgresProvisioner(),
            [LocalReplicatedPostgresProvisioner.Kind] = new LocalReplicatedPostgresProvisioner(),
            ["mongodb"] = new LocalMongoProvisioner(),
            ["eventstoredb"] = eventStore,
            ["kurrentdb"] = eventStore,
            ["umadb"] = new LocalUmaDbProvisioner(),
            [LocalEtcdProvisioner.Kind] = new LocalEtcdProvisioner(),
        };
    }

    /// <inheritdoc/>
    public string Name => LocalPostgresProvisioner.ProvisionerName;

    /// <inheritdoc/>
    public ValueTask<Unavailable?> CheckAsync(string kind, CancellationToken cancellationToken = default) =>
        _byKind.TryGetValue(kind, out var provisioner)
            ? provisioner.CheckAsync(kind, cancellationToken)
            : ValueTask.FromResult<Unavailable?>(Unknown(kind));

    /// <inheritdoc/>
    public Task<ProvisionedServer> StartAsync(ServerRequest request, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(request);
        if (request.Nodes > 1 && !Replicated.Contains(request.Kind))
        {
            throw new StoreUnavailableException(
                $"A server of kind {request.Kind} is started from binaries with one node only, and {request.Nodes} were asked for. Leave out --nodes, or set {EnvironmentProvisioner.Variable(request.Kind)}.");
        }

        return _byKind.TryGetValue(request.Kind, out var provisioner)
            ? provisioner.StartAsync(request, cancellationToken)
            : throw new StoreUnavailableException(Unknown(request.Kind).ToString());
    }

    private static Unavailable Unknown(string kind) =>
        new($"No server of kind {kind} can be started from a binary on this machine.", $"Set {EnvironmentProvisioner.Variable(kind)}.");
}
