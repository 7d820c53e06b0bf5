namespace EventSourcingBench.LoadTests.Targets;

/// <summary>What stores under test have in common: what they are opened with, and the process that reads their data again.</summary>
internal abstract class OpenedStore(StoreTarget opened, Func<CancellationToken, Task<ProvisionedServer>>? renewServer)
{
    private bool _serverIsSpoilt;
    private SecondProcess? _second;

    public string StoreName => Target.Name;

    public ProvisionedServer? Server => Target.Server;

    public IReadOnlyList<int> ServerProcessIds => Target.Server?.ProcessIds ?? [];

    public DataDisk? Disk => Target.Disk;

    protected StoreTarget Target { get; private set; } = opened;

    protected bool NeedsNewServer => _serverIsSpoilt;

    /// <summary>What an embedded store said of itself before it was closed; null while it is open.</summary>
    protected StoreRecord? BeforeClosing { get; set; }

    public void SpoilServer() => _serverIsSpoilt = true;

    public async ValueTask EndReopenedAsync()
    {
        await (_second?.DisposeAsync() ?? ValueTask.CompletedTask);
        _second = null;
    }

    protected async Task RenewServerAsync(CancellationToken cancellationToken)
    {
        if (_serverIsSpoilt && renewServer is not null)
        {
            Target = Target with { Server = await renewServer(cancellationToken) };
            _serverIsSpoilt = false;
        }
    }

    /// <summary>Opens the store by a second process, which drops the data at its end where it owns it.</summary>
    protected async Task<ReopenedStore> ReopenAsync(
        string ns, bool ownsData, IProjection? projection, string how, CancellationToken cancellationToken)
    {
        _second = await SecondProcess.StartAsync(Target, ns, ownsData, projection, how, cancellationToken);
        return _second.Store;
    }

    /// <summary>See <see cref="ReopenedStore.How"/>.</summary>
    protected static string How(bool isEmbedded) => isEmbedded ? "after reopening by another process" : "read by another process";
}
