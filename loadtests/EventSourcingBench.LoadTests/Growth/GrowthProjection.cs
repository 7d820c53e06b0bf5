using EventSourcingBench.Abstractions;
using EventSourcingBench.Checking.ReadBack;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>The projection of a growing store. It runs at the samples only, so that filling is measured alone.</summary>
internal sealed class GrowthProjection(GrowthStep growth) : IAsyncDisposable
{
    private const int Measured = 20;
    private const int MostWaiting = 3_000;

    // A projection that saves nothing for so long, with events waiting, has come to a halt.
    private static readonly TimeSpan Stall = TimeSpan.FromSeconds(30);

    private DirectReadModel? _model;

    /// <summary>Lets it catch up, then measures single events.</summary>
    /// <returns>Their median delay; null where the store has no projections.</returns>
    public async Task<TimeSpan?> MeasureAsync(CancellationToken cancellationToken)
    {
        if (growth.Store.Projections is not { } host)
        {
            return null;
        }

        var delays = new DirectDelays();
        await using var projection = await host.StartAsync(new SafeEventProjection(), delays, CancellationToken.None);
        await CatchUpAsync(projection, cancellationToken);
        delays.MeasureFrom(growth.Time.GetUtcNow());
        for (var i = 0; i < Measured; i++)
        {
            await growth.AppendAsync();
            await WaitAsync(projection, growth.Acknowledged);
        }

        var histogram = LatencyHistogram.FromRecord(delays.Read());
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

        await using var projection = await host.StartAsync(new SafeEventProjection(), new DirectDelays(), CancellationToken.None);
        await CatchUpAsync(projection, cancellationToken);
        return await GrowthTimes.OfAsync(growth.Time, () => projection.RebuildAsync(cancellationToken));
    }

    /// <summary>Lets it run on from where it is, so that its read model can be read, until this is disposed of.</summary>
    public async Task<IReadModelReader> OpenAsync(CancellationToken cancellationToken)
    {
        var host = growth.Store.Projections!;
        return _model = new DirectReadModel(await host.StartAsync(new SafeEventProjection(), new DirectDelays(), cancellationToken));
    }

    // It can be opened again.
    public async ValueTask DisposeAsync()
    {
        await (_model?.DisposeAsync() ?? ValueTask.CompletedTask);
        _model = null;
    }

    // With a background load there are always more; those that are there now are enough.
    private Task CatchUpAsync(IRunningProjection projection, CancellationToken cancellationToken) =>
        new RowsWait(() => CountAsync(projection), Stall, growth.Time).ForAsync(growth.Acknowledged, cancellationToken);

    // Not for longer than a person would: a delay that is still open then is not among the measured ones, and verification finds
    // the missing row.
    private async Task WaitAsync(IRunningProjection projection, long target)
    {
        for (var i = 0; i < MostWaiting && await CountAsync(projection) < target; i++)
        {
            await Task.Delay(RowsWait.Poll, growth.Time);
        }
    }

    private static Task<long> CountAsync(IRunningProjection projection) =>
        new DirectReadModel(projection).CountRowsAsync(CancellationToken.None);
}
