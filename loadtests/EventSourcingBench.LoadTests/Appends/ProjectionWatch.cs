namespace EventSourcingBench.LoadTests.Appends;

/// <summary>Starts a step's projection, and waits for it to catch up with what was acknowledged.</summary>
internal sealed class ProjectionWatch(IStoreUnderTest store, StepHistory history, TimeProvider time)
{
    private IProjectionTarget? _projection;

    private IProjectionTarget Projection => _projection ?? throw new InvalidOperationException("The projection was not started.");

    public async Task StartAsync(CancellationToken cancellationToken) =>
        _projection = await store.StartProjectionAsync(Projections.Bars, cancellationToken)
            ?? throw new StoreFailureException($"The store {store.StoreName} runs no projections.");

    /// <summary>After the warm-up: its events are projected, and what comes now is measured.</summary>
    public async Task WarmAsync()
    {
        await CatchUpAsync();
        await Projection.MeasureDelaysFromAsync(time.GetUtcNow(), CancellationToken.None);
    }

    /// <summary>After the load: all events are projected, or the projection has halted and the verdict will tell.</summary>
    public async Task<HistogramRecord> FinishAsync()
    {
        await CatchUpAsync();
        return await Projection.ReadDelaysAsync(CancellationToken.None);
    }

    private Task CatchUpAsync() => CatchUp.WaitAsync(
        () => Projection.CountRowsAsync(CancellationToken.None), () => history.Acknowledged, time);
}
