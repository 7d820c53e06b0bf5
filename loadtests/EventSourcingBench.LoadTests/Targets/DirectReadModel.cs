namespace EventSourcingBench.LoadTests.Targets;

/// <summary>The read model of a projection that runs in this process.</summary>
internal sealed class DirectReadModel : IProjectionTarget, IAsyncDisposable
{
    private readonly IRunningProjection _projection;
    private readonly DirectDelays _delays;

    private DirectReadModel(IRunningProjection projection, DirectDelays delays) => (_projection, _delays) = (projection, delays);

    public static async Task<DirectReadModel> StartAsync(IProjectionHost host, IProjection projection, CancellationToken cancellationToken)
    {
        var delays = new DirectDelays();
        return new DirectReadModel(await host.StartAsync(projection, delays, cancellationToken), delays);
    }

    /// <summary>Empties the read model and replays all events.</summary>
    public Task RebuildAsync(CancellationToken cancellationToken) => _projection.RebuildAsync(cancellationToken);

    public async Task<long> CountRowsAsync(CancellationToken cancellationToken)
    {
        if (_projection.Completion.IsFaulted)
        {
            await _projection.Completion;
        }

        return (await _projection.GetStatusAsync(cancellationToken)).Rows;
    }

    public IAsyncEnumerable<FoundRow> ReadRowsAsync(CancellationToken cancellationToken) => _projection.ReadModel
        .ReadAllAsync(cancellationToken)
        .Select(row => new FoundRow(row.EventId, row.Group, row.Amount, ContentHash.OfDocument(row.Document.Span)));

    public async Task<GroupTotal> ReadTotalAsync(string group, CancellationToken cancellationToken) =>
        await _projection.ReadModel.FindSummaryAsync(group, cancellationToken) is { } summary
            ? new GroupTotal(summary.Count, summary.Total)
            : default;

    public Task MeasureDelaysFromAsync(DateTimeOffset from, CancellationToken cancellationToken)
    {
        _delays.MeasureFrom(from);
        return Task.CompletedTask;
    }

    public Task<HistogramRecord> ReadDelaysAsync(CancellationToken cancellationToken) => Task.FromResult(_delays.Read());

    public ValueTask DisposeAsync() => _projection.DisposeAsync();
}

/// <summary>Projection delays of a store in the generator's own process: SaveTime - ApiCallTime.</summary>
internal sealed class DirectDelays : IProjectionObserver
{
    private readonly Lock _lock = new();
    private readonly LatencyHistogram _histogram = new();
    private DateTimeOffset _from = DateTimeOffset.MaxValue;

    public void Saved(IReadOnlyList<ReadModelRow> rows, DateTimeOffset saveTime)
    {
        lock (_lock)
        {
            foreach (var row in rows)
            {
                if (row.ApiCallTime >= _from)
                {
                    _histogram.Record(saveTime - row.ApiCallTime);
                }
            }
        }
    }

    /// <summary>Forgets everything and counts events that are sent at that time or later.</summary>
    public void MeasureFrom(DateTimeOffset from)
    {
        lock (_lock)
        {
            _from = from;
            _histogram.Clear();
        }
    }

    public HistogramRecord Read()
    {
        lock (_lock)
        {
            return _histogram.ToRecord();
        }
    }
}
