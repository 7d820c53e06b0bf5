namespace EventSourcingBench.LoadTests.Targets;

/// <summary>The read model of a projection that runs in this process, and its delays: SaveTime - ApiCallTime.</summary>
internal sealed class DirectReadModel : IProjectionTarget, IProjectionObserver, IAsyncDisposable
{
    private readonly DelayRecorder _delays = new();
    private IRunningProjection _projection = null!;

    /// <summary>The number of rows that were saved in the last rebuild.</summary>
    public long Replayed => _delays.Replayed;

    public IReadModel Rows => _projection.ReadModel;

    public static async Task<DirectReadModel> StartAsync(IProjectionHost host, IProjection projection, CancellationToken cancellationToken)
    {
        var model = new DirectReadModel();
        model._projection = await host.StartAsync(projection, model, cancellationToken);
        return model;
    }

    /// <summary>Rebuilds it. The delays of the rows that are saved meanwhile are not measured.</summary>
    public async Task RebuildAsync(CancellationToken cancellationToken)
    {
        try
        {
            await _delays.RebuildAsync(_projection, cancellationToken);
        }
        catch (InvalidOperationException e)
        {
            throw new StoreFailureException(e.Message, e);
        }
    }

    /// <summary>The position up to which it has all events, of a store with <see cref="StoreCapabilities.PositionCheckpoints"/>.</summary>
    public async Task<long> ReadPositionAsync(CancellationToken cancellationToken) =>
        (await _projection.GetStatusAsync(cancellationToken)).Checkpoint.ReadPosition();

    public async Task<long> CountRowsAsync(CancellationToken cancellationToken)
    {
        if (_projection.Completion.IsFaulted)
            await _projection.Completion;

        return (await _projection.GetStatusAsync(cancellationToken)).Rows;
    }

    public IAsyncEnumerable<FoundRow> ReadRowsAsync(CancellationToken cancellationToken) => _projection.ReadModel
        .ReadAllAsync(cancellationToken)
        .Select(row => new FoundRow(row.EventId, row.Group, row.Amount, ContentHash.OfDocument(row.Document.Span)));

    public async Task<ReadModelSummary?> ReadTotalAsync(string group, CancellationToken cancellationToken) =>
        await _projection.ReadModel.FindSummaryAsync(group, cancellationToken);

    public void Saved(IReadOnlyList<ReadModelRow> rows, DateTimeOffset saveTime) => _delays.Saved(rows, saveTime);

    public Task MeasureDelaysFromAsync(DateTimeOffset from, CancellationToken cancellationToken)
    {
        _delays.Measure(from);
        return Task.CompletedTask;
    }

    public Task<HistogramRecord> ReadDelaysAsync(CancellationToken cancellationToken) => Task.FromResult(_delays.Read().Histogram);

    public ValueTask DisposeAsync() => _projection.DisposeAsync();
}
