namespace EventSourcingBench.LoadTests.Targets;

/// <summary>What stores under test have in common: what they are opened with, and the process that reads their data again.</summary>
internal abstract class OpenedStore(StoreTarget opened, Func<CancellationToken, Task<ProvisionedServer>>? renewServer)
    : IAsyncDisposable
{
    // It is started at the first step that is read back, and serves the next ones too.
    private ApiProcess? _second;
    private bool _isReopened;

    public StoreTarget Target { get; private set; } = opened;

    protected ProvisionedServer? Server => Target.Server;

    /// <summary>What an embedded store said of itself before it was closed; null while it is open.</summary>
    protected StoreRecord? BeforeClosing { get; set; }

    public abstract ValueTask DisposeAsync();

    public bool HasLostNode => Server is { HasLostNode: true };

    /// <summary>Has the other process close the store. It leaves the files of an embedded one that this process opens again.</summary>
    public async Task EndReopenedAsync(bool isOpenedAgain = false)
    {
        if (!_isReopened)
            return;

        _isReopened = false;
        try
        {
            await (isOpenedAgain && Server is null
                ? _second!.DoAsync(HttpMethod.Post, "close", CancellationToken.None)
                : _second!.DoAsync(HttpMethod.Delete, "", CancellationToken.None));
        }
        catch (StoreFailureException)
        {
            // Its data is dropped as its process ends, as far as the store can still be asked.
            await EndSecondAsync();
        }
    }

    protected async ValueTask EndSecondAsync()
    {
        _isReopened = false;
        await (_second?.DisposeAsync() ?? ValueTask.CompletedTask);
        _second = null;
    }

    protected async Task RenewServerAsync(CancellationToken cancellationToken)
    {
        if (HasLostNode && renewServer is not null)
        {
            await EndSecondAsync();
            Target = Target with { Server = await renewServer(cancellationToken) };
        }
    }

    /// <summary>Opens the store by a second process, which drops the data at its end where it owns it.</summary>
    protected async Task<ReopenedStore> ReopenAsync(
        string ns, bool ownsData, IProjection? projection, string how, CancellationToken cancellationToken)
    {
        try
        {
            if (_second is { IsRunning: true })
            {
                await _second.DoAsync(HttpMethod.Post, $"reset?namespace={ns}", cancellationToken);
            }
            else
            {
                await EndSecondAsync();
                // A store with a server may keep its read model in its folder, where the first process has it open. This one makes its own.
                var own = Target.Server is null ? Target : Target with { DataFolder = Path.Combine(Target.DataFolder, "second") };
                _second = await ApiProcess.StartAsync(own, ns, keep: Target.Keep || !ownsData, cancellationToken);
            }

            _isReopened = true;
            var second = _second;
            var readBack = new ApiReadBack(() => [second], await second.GetAsync<StoreDetails>("", cancellationToken));
            var rows = projection is null ? null : await ApiReadModel.StartAsync(_second, projection, cancellationToken);
            return new ReopenedStore(readBack, rows is null ? null : _ => Task.FromResult<IReadModelReader>(rows), how);
        }
        catch
        {
            await EndSecondAsync();
            throw;
        }
    }

    protected static string How(bool isEmbedded) => isEmbedded ? "after reopening by another process" : "read by another process";
}
