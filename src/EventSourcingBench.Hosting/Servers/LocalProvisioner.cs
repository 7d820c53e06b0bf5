using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Hosting;

/// <summary>Starts servers from the binaries on this machine, each kind in its way.</summary>
public sealed class LocalProvisioner : IServerProvisioner
{
    private readonly LocalPostgresProvisioner _postgres = new();
    private readonly LocalEventStoreProvisioner _eventStore = new();

    /// <inheritdoc/>
    public string Name => LocalPostgresProvisioner.ProvisionerName;

    /// <inheritdoc/>
    public ValueTask<Unavailable?> CheckAsync(string kind, CancellationToken cancellationToken = default) =>
        For(kind).CheckAsync(kind, cancellationToken);

    /// <inheritdoc/>
    public Task<ProvisionedServer> StartAsync(ServerRequest request, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(request);
        return For(request.Kind).StartAsync(request, cancellationToken);
    }

    // The one for PostgreSQL answers for the kinds that nobody starts.
    private IServerProvisioner For(string kind) => LocalEventStoreProvisioner.IsFor(kind) ? _eventStore : _postgres;
}
