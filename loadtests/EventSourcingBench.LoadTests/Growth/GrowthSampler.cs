using EventSourcingBench.Abstractions;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>Measures a growing store at a sample point.</summary>
internal sealed class GrowthSampler
{
    private const int Appends = 200;
    private const int Reads = 20;
    private const int LongRead = 1_000;
    private const double P99 = 99;
    private const double Median = 50;

    private readonly GrowthStep _growth;
    private readonly GrowthProjection _projection;
    private readonly ProcessTreeSampler _client;
    private readonly IReadOnlyList<ProcessTreeSampler> _servers;
    private readonly GrowthBackground? _background;
    private Checkpoint _checkpoint = Checkpoint.Start;
    private long _delivered;

    public GrowthSampler(GrowthStep growth, GrowthProjection projection, GrowthBackground? background, IReadOnlyList<int> serverProcessIds)
    {
        _growth = growth;
        _projection = projection;
        _client = new ProcessTreeSampler(Environment.ProcessId, growth.Time);
        _background = background;
        _servers = [.. serverProcessIds.Select(id => new ProcessTreeSampler(id, growth.Time))];
    }

    /// <summary>Takes a sample.</summary>
    /// <param name="fill">What the store was filled with.</param>
    /// <param name="fillRate">How fast, since the sample before.</param>
    /// <param name="cancellationToken">Ends it between its parts; nothing of it is kept.</param>
    public async Task<GrowthSample> TakeAsync(GrowthFill fill, double fillRate, CancellationToken cancellationToken)
    {
        GrowthSample sample;
        _background?.Start();
        try
        {
            sample = await MeasureAsync(fill, fillRate, cancellationToken);
        }
        finally
        {
            await (_background?.StopAsync() ?? Task.CompletedTask);
        }

        // Nobody can append to a store that is closed.
        return sample with { BackgroundRate = _background?.TakeRate(), Open = await OpenAsync(cancellationToken) };
    }

    private async Task<GrowthSample> MeasureAsync(GrowthFill fill, double fillRate, CancellationToken cancellationToken)
    {
        var client = _client.Take()?.Bytes ?? Environment.WorkingSet;
        var servers = _servers.Select(s => s.Take()).OfType<ProcessSample>().ToList();
        var appends = await GrowthTimes.OfAsync(_growth.Time, Appends, _ => _growth.AppendAsync());
        var events = _growth.Ledger.Acknowledged;
        var storage = _growth.Store.Storage is { } meter ? (await meter.ReadAsync(cancellationToken)).DataBytes : (long?)null;
        cancellationToken.ThrowIfCancellationRequested();
        var firstShort = _growth.Events.Small.Streams.Count;
        var shortReads = await GrowthTimes.OfAsync(_growth.Time, Reads, i => _growth.ReadAsync(firstShort + (i % GrowthEvents.ShortStreams), from: 1));
        var from = Math.Max(1, _growth.Ledger.AcknowledgedIn(0) - LongRead + 1);
        var longReads = await GrowthTimes.OfAsync(_growth.Time, Reads, _ => _growth.ReadAsync(stream: 0, from));
        var catchUp = await CatchUpAsync(cancellationToken);
        return new GrowthSample
        {
            Events = events,
            FillRate = fillRate,
            Append = GrowthTimes.Percentile(appends, Median),
            AppendP99 = GrowthTimes.Percentile(appends, P99),
            ShortRead = GrowthTimes.Percentile(shortReads, Median),
            LongRead = GrowthTimes.Percentile(longReads, Median),
            CatchUpRate = catchUp,
            ProjectionDelay = await _projection.MeasureAsync(cancellationToken),
            DataBytes = storage,
            WrittenBytes = fill.Written,
            ClientMemory = client,
            ServerMemory = servers.Count == 0 ? null : servers.Sum(s => s.Bytes),
        };
    }

    /// <summary>Closes the store and opens it on its data until it answers a reading; null for one that loses its data so.</summary>
    public async Task<TimeSpan?> OpenAsync(CancellationToken cancellationToken)
    {
        if (!_growth.Store.Capabilities.HasFlag(StoreCapabilities.Persistent))
        {
            return null;
        }

        return await GrowthTimes.OfAsync(_growth.Time, async () =>
        {
            await _growth.Kept.ReopenAsync(cancellationToken);
            var read = await _growth.ReadAsync(_growth.Events.Small.Streams.Count, from: 1);
            if (read != GrowthEvents.ShortLength)
            {
                throw new StoreFailureException($"The store has {read} of {GrowthEvents.ShortLength} events of a stream after it was opened again.");
            }
        });
    }

    private async Task<double?> CatchUpAsync(CancellationToken cancellationToken)
    {
        if (_growth.Store.Subscription is not { } subscription)
        {
            return null;
        }

        // With a background load it may never have caught up; those that are there now are enough.
        var (count, target, start) = (0L, _growth.Ledger.Acknowledged - _delivered, _growth.Time.GetTimestamp());
        await foreach (var batch in subscription.SubscribeAsync(_checkpoint, cancellationToken))
        {
            count += batch.Events.Count;
            _checkpoint = batch.Checkpoint;
            if (batch.CaughtUp || (_background is not null && count >= target))
            {
                break;
            }
        }

        _delivered += count;
        return count / _growth.Time.GetElapsedTime(start).TotalSeconds;
    }
}
