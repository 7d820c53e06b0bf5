namespace EventSourcingBench.LoadTests.Growth;

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
    private readonly GrowthSubscription _subscription;
    private readonly GrowthBackground? _background;

    public GrowthSampler(
        GrowthStep growth,
        GrowthProjection projection,
        GrowthSubscription subscription,
        GrowthBackground? background,
        IReadOnlyList<int> serverProcessIds)
    {
        _growth = growth;
        _projection = projection;
        _subscription = subscription;
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

        // A closed store takes no appends, so that the background load has ended.
        return sample with { BackgroundRate = _background?.TakeRate(), Open = await OpenAsync(cancellationToken) };
    }

    private async Task<GrowthSample> MeasureAsync(GrowthFill fill, double fillRate, CancellationToken cancellationToken)
    {
        var client = _client.Take()?.Bytes ?? Environment.WorkingSet;
        var servers = _servers.Select(s => s.Take()).OfType<ProcessSample>().ToList();
        var appends = await GrowthTimes.ListAsync(Appends, _ => GrowthTimes.OfAsync(_growth.Time, _growth.AppendAsync));
        var events = _growth.Acknowledged;
        var storage = _growth.Store.Storage is { } meter ? (await meter.ReadAsync(cancellationToken)).DataBytes : (long?)null;
        cancellationToken.ThrowIfCancellationRequested();
        var shortReads = await GrowthTimes.ListAsync(Reads, i => _growth.ReadAsync(_growth.Events.ShortStream(i), from: 1));
        var from = Math.Max(1, _growth.BulkAppends.VersionOf(0) - LongRead + 1);
        var longReads = await GrowthTimes.ListAsync(Reads, _ => _growth.ReadAsync(stream: 0, from));
        var catchUp = await _subscription.CatchUpAsync(isLoaded: _background is not null, cancellationToken);
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
            await _growth.Kept.OpenAgainAsync(cancellationToken);
            await _growth.ReadAsync(_growth.Events.ShortStream(0), from: 1);
        });
    }
}
