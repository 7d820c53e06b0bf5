namespace EventSourcingBench.LoadTests.Steps;

internal sealed class ProjectionWatch(StoreUnderTest store, IReadOnlyList<IProjection> projections, Func<long> wanted, TimeProvider time)
{
    private const string OtherClock =
        "Generators or the API on other hosts stamp events by their own clocks, so no projection delay is given: times of two clocks are "
        + "never subtracted.";

    public List<IProjectionTarget> Running { get; } = [];

    public async Task StartAsync(CancellationToken cancellationToken)
    {
        foreach (var projection in projections)
        {
            Running.Add(await store.StartProjectionAsync(projection, cancellationToken)
                ?? throw new StoreFailureException($"The store {store.Target.Name} runs no projections."));
        }

        await CatchUpAsync();
    }

    /// <summary>After the warm-up: its events are projected, and what comes now is measured.</summary>
    public async Task WarmAsync()
    {
        await CatchUpAsync();
        foreach (var projection in Running)
            await projection.MeasureDelaysFromAsync(time.GetUtcNow(), CancellationToken.None);
    }

    /// <summary>After the load: all events are projected, or a projection has halted and the verdict will say so.</summary>
    /// <returns>The result with the delays of all projections; as it was where none runs.</returns>
    public async Task<StepRecord> FinishAsync(ExperimentContext context, StepRecord result)
    {
        if (Running.Count == 0)
            return result;

        context.Tools.Progress.Phase(context.Step, Running.Count == 1 ? "waiting for the projection" : "waiting for the projections");
        await CatchUpAsync();
        return context.Tools.Load.SharesClock && !context.Store.HasOtherClock
            ? result with { ProjectionDelay = (await ReadDelaysAsync()).ToRecord() } : result.Noting(OtherClock);
    }

    public async Task<LatencyHistogram> ReadDelaysAsync()
    {
        var delays = new LatencyHistogram();
        foreach (var projection in Running)
            delays.Add(LatencyHistogram.FromRecord(await projection.ReadDelaysAsync(CancellationToken.None)));

        return delays;
    }

    // All at once: where several have halted, that is waited for once.
    private Task CatchUpAsync() => Task.WhenAll(
        Running.Select(projection => CatchUp.WaitAsync(() => projection.CountRowsAsync(CancellationToken.None), wanted, time)));
}
