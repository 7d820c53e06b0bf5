namespace EventSourcingBench.Hosting.Servers;

/// <summary>Stands for a plug-in that cannot be used here: it has no server, and says why.</summary>
internal sealed class MissingProvisioner(string name, Unavailable unavailable) : IServerProvisioner
{
    public string Name => name;

    // It would, if it could be used: its own reason is the one to show.
    public bool CanLimit => true;

    public ValueTask<Unavailable?> CheckAsync(ServerKind kind, CancellationToken cancellationToken = default) =>
        ValueTask.FromResult<Unavailable?>(unavailable);

    public Task<ProvisionedServer> StartAsync(ServerRequest request, CancellationToken cancellationToken = default) =>
        throw new StoreUnavailableException(unavailable.ToString());
}
