namespace EventSourcingBench.LoadTests.Growth;

/// <summary>The projection of a growing store. It runs at the samples only, so that filling is measured alone.</summary>
internal sealed class GrowthProjection(GrowthStep growth) : IAsyncDisposable
{
    private const int Measured = 20;

    // A projection that saves nothing for so long, with events waiting, has come to a halt.
    private static readonly TimeSpan Stall = TimeSpan.FromSeconds(30);

    private static readonly TimeSpan MaxDelay = TimeSpan.FromSeconds(15);

    private DirectReadModel? _model;

    /// <summary>Lets it catch up, then measures single events.</summary>
    /// <returns>Their median delay; null where the store has no projections.</returns>
    public Task<TimeSpan?> MeasureAsync(CancellationToken cancellationToken) => WithProjectionAsync(async projection =>
    {
        await projection.MeasureDelaysFromAsync(growth.Time.GetUtcNow(), CancellationToken.None);
        for (var i = 0; i < Measured; i++)
        {
            await growth.AppendAsync();
            // A delay that is still open after so long is not among the measured ones, and verification finds the missing row.
            await ReachesAsync(projection, growth.Acknowledged, MaxDelay, CancellationToken.None);
        }

        var histogram = LatencyHistogram.FromRecord(await projection.ReadDelaysAsync(CancellationToken.None));
        return histogram.Count == 0 ? null : histogram.Percentile(50);
    }, cancellationToken);

    /// <summary>Rebuilds the read model from all events.</summary>
    /// <returns>How long it took; null where the store has no projections.</returns>
    public Task<TimeSpan?> RebuildAsync(CancellationToken cancellationToken) => WithProjectionAsync(async projection =>
    {
        var start = growth.Time.GetTimestamp();
        await projection.RebuildAsync(cancellationToken);
        return growth.Time.GetElapsedTime(start);
    }, cancellationToken);

    /// <summary>Lets it run on from where it is, so that its read model can be read, until this is disposed of.</summary>
    public async Task<IReadModelReader> OpenAsync(CancellationToken cancellationToken) =>
        _model = await StartAsync(growth.Store.Projections!, cancellationToken);

    // It can be opened again.
    public async ValueTask DisposeAsync()
    {
        await (_model?.DisposeAsync() ?? ValueTask.CompletedTask);
        _model = null;
    }

    private static Task<DirectReadModel> StartAsync(IProjectionHost host, CancellationToken cancellationToken) =>
        DirectReadModel.StartAsync(host, new SafeEventProjection(), cancellationToken);

    private async Task<TimeSpan?> WithProjectionAsync(
        Func<DirectReadModel, Task<TimeSpan?>> measureAsync, CancellationToken cancellationToken)
    {
        if (growth.Store.Projections is not { } host)
            return null;

        await using var projection = await StartAsync(host, CancellationToken.None);
        // With a background load there are always more; those that are there now are enough.
        var target = growth.Acknowledged;
        return await ReachesAsync(projection, target, Stall, cancellationToken)
            ? await measureAsync(projection)
            : throw new StoreFailureException(FormattableString.Invariant(
                $"The projection saved nothing for {Stall.TotalSeconds:0} s although {target:N0} events are there."));
    }

    private Task<bool> ReachesAsync(DirectReadModel projection, long target, TimeSpan limit, CancellationToken cancellationToken) =>
        CatchUp.ReachesAsync(
            () => projection.CountRowsAsync(CancellationToken.None), () => target, limit, CatchUp.Poll, growth.Time, cancellationToken);
}
