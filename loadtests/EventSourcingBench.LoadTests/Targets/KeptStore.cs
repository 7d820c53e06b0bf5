namespace EventSourcingBench.LoadTests.Targets;

/// <summary>A store whose data outlives its being closed, until this is disposed of. On a server the first opening is held open: it is the
/// one that made the data, and removes it at the end. An embedded store is open once at a time; its folder goes at the end.</summary>
internal sealed class KeptStore(StoreTarget target, string ns, IStore? owner, IStore store, ReadConsistency reads)
    : OpenedStore(target, renewServer: null), IVerifiableStore
{
    public IStore Store { get; private set; } = store;

    public StoreCapabilities Capabilities => Store.Capabilities;

    public ReadConsistency Reads => reads;

    public string WhyNotKilled => DirectStore.InOwnProcess;

    public static async Task<KeptStore> OpenAsync(StoreTarget target, CancellationToken cancellationToken)
    {
        var ns = RunNamespace.Create(TimeProvider.System);
        var owner = target.Server is null ? null : await target.OpenAsync(ns, target.Keep, cancellationToken);
        try
        {
            var store = await target.OpenAsync(ns, keep: true, cancellationToken);
            return new KeptStore(target, ns, owner, store, (await store.DescribeAsync(cancellationToken)).Reads);
        }
        catch when (owner is not null)
        {
            await owner.DisposeAsync();
            throw;
        }
    }

    public IReadBack ReadBack() => new DirectReadBack(Store);

    /// <summary>Closes the store and opens it on its data. Only for a store with <see cref="StoreCapabilities.Persistent"/>.</summary>
    public async Task OpenAgainAsync(CancellationToken cancellationToken)
    {
        await EndReopenedAsync();
        await Store.DisposeAsync();
        Store = await Target.OpenAsync(ns, keep: true, cancellationToken);
    }

    // It lasts until the store is opened again, or this is disposed of.
    public async Task<ReopenedStore> ReopenAsync(IProjection? projection, bool kill, CancellationToken cancellationToken)
    {
        if (owner is null)
            await Store.DisposeAsync();

        return await ReopenAsync(ns, ownsData: false, projection, How(isEmbedded: owner is null), cancellationToken);
    }

    public override async ValueTask DisposeAsync()
    {
        await EndSecondAsync();
        await Store.DisposeAsync();
        if (owner is not null)
            await owner.DisposeAsync();
        else if (!Target.Keep)
            Directory.Delete(StoreOpener.FolderOf(Target.Entry, Target.DataFolder, ns), recursive: true);
    }
}
