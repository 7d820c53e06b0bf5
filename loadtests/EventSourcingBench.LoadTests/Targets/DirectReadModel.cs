namespace EventSourcingBench.LoadTests.Targets;

/// <summary>The read model of a projection that runs in this process, and its delays: SaveTime - ApiCallTime.</summary>
internal sealed class DirectReadModel : IProjectionTarget, IProjectionObserver, IAsyncDisposable
{
    private readonly Lock _lock = new();
    private readonly LatencyHistogram _delays = new();
    private readonly ConcurrentDictionary<Guid, TaskCompletionSource> _awaited = new();
    private DateTimeOffset _from = DateTimeOffset.MaxValue;
    private IRunningProjection _projection = null!;
    private bool _isRebuilding;
    private long _replayed;

    /// <summary>The number of rows that were saved in the last rebuild.</summary>
    public long Replayed
    {
        get
        {
            lock (_lock)
                return _replayed;
        }
    }

    public IReadModel Rows => _projection.ReadModel;

    public static async Task<DirectReadModel> StartAsync(IProjectionHost host, IProjection projection, CancellationToken cancellationToken)
    {
        var model = new DirectReadModel();
        model._projection = await host.StartAsync(projection, model, cancellationToken);
        return model;
    }

    /// <summary>Rebuilds it. The delays of the rows that are saved meanwhile are not measured.</summary>
    /// <exception cref="StoreFailureException">The projection has stopped.</exception>
    public async Task RebuildAsync(CancellationToken cancellationToken)
    {
        lock (_lock)
            (_isRebuilding, _replayed) = (true, 0);

        try
        {
            await _projection.RebuildAsync(cancellationToken);
        }
        catch (InvalidOperationException e)
        {
            throw new StoreFailureException(e.Message, e);
        }
        finally
        {
            lock (_lock)
                _isRebuilding = false;
        }
    }

    /// <summary>Ends when the row of an event is saved. To be called before the event is sent.</summary>
    public Task WhenSaved(Guid eventId) =>
        _awaited.GetOrAdd(eventId, _ => new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously)).Task;

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
            _replayed += _isRebuilding ? rows.Count : 0;
            foreach (var row in rows)
            {
                if (!_isRebuilding && row.ApiCallTime >= _from)
                    _delays.Record(saveTime - row.ApiCallTime);

                if (_awaited.TryRemove(row.EventId, out var awaited))
                    awaited.SetResult();
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
