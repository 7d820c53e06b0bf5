using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>Starts a step's projection, and waits for it to catch up with what was acknowledged.</summary>
internal sealed class ProjectionWatch(IStoreUnderTest store, AppendLoad load, TimeProvider time)
{
    public Task StartAsync(CancellationToken cancellationToken) => store.StartProjectionAsync(cancellationToken);

    /// <summary>After the warm-up: its events are projected, and what comes now is measured.</summary>
    public async Task WarmAsync()
    {
        await CatchUpAsync();
        await store.MeasureDelaysFromAsync(time.GetUtcNow(), CancellationToken.None);
    }

    /// <summary>After the load: all events are projected, or the projection has halted and the verdict will tell.</summary>
    public async Task<HistogramRecord> FinishAsync()
    {
        await CatchUpAsync();
        return await store.ReadDelaysAsync(CancellationToken.None);
    }

    private Task CatchUpAsync() => CatchUp.WaitAsync(() => store.CountRowsAsync(CancellationToken.None), () => load.Acknowledged, time);
}
