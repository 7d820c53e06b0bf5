namespace EventSourcingBench.LoadTests.Targets;

/// <summary>The read model of a projection that runs in this process, and its delays: SaveTime - ApiCallTime.</summary>
internal sealed class DirectReadModel : IProjectionTarget, IProjectionObserver, IAsyncDisposable
{
    private readonly Lock _lock = new();
    private readonly LatencyHistogram _delays = new();
    private DateTimeOffset _from = DateTimeOffset.MaxValue;
    private IRunningProjection _projection = null!;

    public IReadModel Rows => _projection.ReadModel;

    public static async Task<DirectReadModel> StartAsync(IProjectionHost host, IProjection projection, CancellationToken cancellationToken)
    {
        var model = new DirectReadModel();
        model._projection = await host.StartAsync(projection, model, cancellationToken);
        return model;
    }

    public Task RebuildAsync(CancellationToken cancellationToken) => _projection.RebuildAsync(cancellationToken);

    public async Task<long> CountRowsAsync(CancellationToken cancellationToken)
    {
        if (_projection.Completion.IsFaulted)
            await _projection.Completion;

        return (await _projection.GetStatusAsync(cancellationToken)).Rows;
    }

    public IAsyncEnumerable<FoundRow> ReadRowsAsync(CancellationToken cancellationToken) => _projection.ReadModel
        .ReadAllAsync(cancellationToken)
        .Select(row => new FoundRow(row.EventId, row.Group, row.Amount, ContentHash.OfDocument(row.Document.Span)));

    public async Task<GroupTotal> ReadTotalAsync(string group, CancellationToken cancellationToken) =>
        await _projection.ReadModel.FindSummaryAsync(group, cancellationToken) is { } summary
            ? new GroupTotal(summary.Count, summary.Total)
            : default;

    public void Saved(IReadOnlyList<ReadModelRow> rows, DateTimeOffset saveTime)
    {
        lock (_lock)
        {
            foreach (var row in rows)
            {
                if (row.ApiCallTime >= _from)
                    _delays.Record(saveTime - row.ApiCallTime);
            }
        }
    }

    public Task MeasureDelaysFromAsync(DateTimeOffset from, CancellationToken cancellationToken)
    {
        lock (_lock)
        {
            _from = from;
            _delays.Clear();
        }

        return Task.CompletedTask;
    }

    public Task<HistogramRecord> ReadDelaysAsync(CancellationToken cancellationToken)
    {
        lock (_lock)
        {
            return Task.FromResult(_delays.ToRecord());
        }
    }

    public ValueTask DisposeAsync() => _projection.DisposeAsync();
}
