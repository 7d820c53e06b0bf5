namespace EventSourcingBench.LoadTests.Targets;

/// <summary>The read model of a projection that runs in this process, and its delays: SaveTime - ApiCallTime.</summary>
internal sealed class DirectReadModel(IRunningProjection projection, DelayRecorder delays) : IProjectionTarget, IAsyncDisposable
{
    /// <summary>The number of rows that were saved in the last rebuild.</summary>
    public long Replayed => delays.Replayed;

    public IReadModel Rows => projection.ReadModel;

    public static async Task<DirectReadModel> StartAsync(IProjectionHost host, IProjection projection, CancellationToken cancellationToken)
    {
        var delays = new DelayRecorder();
        return new DirectReadModel(await host.StartAsync(projection, delays, cancellationToken), delays);
    }

    /// <summary>Rebuilds it. The delays of the rows that are saved meanwhile are not measured.</summary>
    public async Task RebuildAsync(CancellationToken cancellationToken)
    {
        try
        {
            await delays.RebuildAsync(projection, cancellationToken);
        }
        catch (InvalidOperationException e)
        {
            throw new StoreFailureException(e.Message, e);
        }
    }

    /// <summary>The position up to which it has all events, of a store with <see cref="StoreCapabilities.PositionCheckpoints"/>.</summary>
    public async Task<long> ReadPositionAsync(CancellationToken cancellationToken) =>
        (await projection.GetStatusAsync(cancellationToken)).Checkpoint.ReadPosition();

    public async Task<long> CountRowsAsync(CancellationToken cancellationToken)
    {
        if (projection.Completion.Exception?.InnerException is { } e)
            throw new StoreFailureException($"The projection has failed: {e.Message}", e);

        return (await projection.GetStatusAsync(cancellationToken)).Rows;
    }

    public IAsyncEnumerable<FoundRow> ReadRowsAsync(CancellationToken cancellationToken) => Rows.ReadAllAsync(cancellationToken)
        .Select(row => new FoundRow(row.EventId, row.Group, row.Amount, ContentHash.OfDocument(row.Document.Span)));

    public async Task<ReadModelSummary?> ReadTotalAsync(string group, CancellationToken cancellationToken) =>
        await Rows.FindSummaryAsync(group, cancellationToken);

    public Task MeasureDelaysFromAsync(DateTimeOffset from, CancellationToken cancellationToken)
    {
        delays.Measure(from);
        return Task.CompletedTask;
    }

    public Task<HistogramRecord> ReadDelaysAsync(CancellationToken cancellationToken) => Task.FromResult(delays.Read().Histogram);

    public ValueTask DisposeAsync() => projection.DisposeAsync();
}
