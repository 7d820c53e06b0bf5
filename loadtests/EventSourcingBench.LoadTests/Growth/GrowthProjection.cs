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
    public async Task<TimeSpan?> MeasureAsync(CancellationToken cancellationToken)
    {
        if (growth.Store.Projections is not { } host)
        {
            return null;
        }

        await using var projection = await StartAsync(host, CancellationToken.None);
        await CatchUpAsync(projection, cancellationToken);
        await projection.MeasureDelaysFromAsync(growth.Time.GetUtcNow(), CancellationToken.None);
        for (var i = 0; i < Measured; i++)
        {
            await growth.AppendAsync();
            await WaitAsync(projection, growth.Acknowledged);
        }

        var histogram = LatencyHistogram.FromRecord(await projection.ReadDelaysAsync(CancellationToken.None));
        return histogram.Count == 0 ? null : histogram.Percentile(50);
    }

    /// <summary>Rebuilds the read model from all events.</summary>
    /// <returns>How long it took; null where the store has no projections.</returns>
    public async Task<TimeSpan?> RebuildAsync(CancellationToken cancellationToken)
    {
        if (growth.Store.Projections is not { } host)
        {
            return null;
        }

        await using var projection = await StartAsync(host, CancellationToken.None);
        await CatchUpAsync(projection, cancellationToken);
        var start = growth.Time.GetTimestamp();
        await projection.RebuildAsync(cancellationToken);
        return growth.Time.GetElapsedTime(start);
    }

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

    // With a background load there are always more; those that are there now are enough.
    private async Task CatchUpAsync(DirectReadModel projection, CancellationToken cancellationToken)
    {
        var target = growth.Acknowledged;
        if (!await CatchUp.ReachesAsync(
            () => projection.CountRowsAsync(CancellationToken.None), () => target, Stall, CatchUp.Poll, growth.Time, cancellationToken))
        {
            throw new StoreFailureException(string.Create(
                CultureInfo.InvariantCulture,
                $"The projection saved nothing for {Stall.TotalSeconds:0} s although {target:N0} events are there."));
        }
    }

    // A delay that is still open after so long is not among the measured ones, and verification finds the missing row.
    private Task<bool> WaitAsync(DirectReadModel projection, long target) => CatchUp.ReachesAsync(
        () => projection.CountRowsAsync(CancellationToken.None), () => target, MaxDelay, CatchUp.Poll, growth.Time, CancellationToken.None);
}
