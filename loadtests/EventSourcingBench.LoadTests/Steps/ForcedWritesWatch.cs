namespace EventSourcingBench.LoadTests.Steps;

/// <summary>
/// Counts how often a store forces files to disk in the measured time of a step with one copy, where requests come one after the
/// other and no two can share a forced write. Only where the store claims to force: to count costs about 1 µs a request.
/// </summary>
internal sealed class ForcedWritesWatch : IDisposable
{
    private readonly ForcedWriteCounter? _counter;
    private long _begin;

    /// <summary>Begins to count, where that can be done.</summary>
    /// <exception cref="StoreFailureException">The data folder cannot be written to.</exception>
    public ForcedWritesWatch(Step step, IStoreUnderTest store, RunTools tools)
    {
        var claims = tools.Stores.Any(s => s.Name == step.Store && s.Durability == StoreTarget.Forced);
        if (!claims || step.Copies != 1 || store.Disk is not { } disk)
        {
            return;
        }

        try
        {
            _counter = ForcedWriteCounter.Start(WritersOf(store), disk.Folder);
        }
        catch (IOException e)
        {
            throw new StoreFailureException($"The data folder {disk.Folder} cannot be written to: {e.Message}", e);
        }
    }

    public void Begin() => _begin = _counter?.Read() ?? 0;

    /// <summary>What was counted in the measured time; null where nothing can be counted.</summary>
    public ForcedWritesRecord? End() => _counter is null ? null : new ForcedWritesRecord(_counter.Read() - _begin, _counter.Source);

    public void Dispose() => _counter?.Dispose();

    private static IReadOnlyList<int> WritersOf(IStoreUnderTest store) =>
        store.ServerProcessIds.Count > 0 ? store.ServerProcessIds
        : store.ApiProcessIds.Count > 0 ? store.ApiProcessIds
        : [Environment.ProcessId];
}
