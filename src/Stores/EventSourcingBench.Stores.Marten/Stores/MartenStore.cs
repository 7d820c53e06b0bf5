namespace EventSourcingBench.Stores.Marten.Stores;

/// <summary>An open store: one connection pool, one schema, and Marten's document stores on it.</summary>
internal sealed class MartenStore : IStore, IEventStore
{
    private readonly MartenParts _parts;
    private readonly MartenOptions _options;
    private readonly WriterStores _writers;
    private readonly EventsAppender _appender;
    private readonly HighWaterMark _highWater;
    private readonly ProjectionHost _projections;

    private MartenStore(MartenParts parts, MartenOptions options)
    {
        (_parts, _options) = (parts, options);
        _writers = new WriterStores(parts.Store, parts.Factory);
        _appender = new EventsAppender(_writers, parts);
        Bulk = new BulkAppender(_writers, parts);
        OpenAppends = new OpenAppends(parts.Database, _appender.InsertAsync, parts.Wakeups.Raise);
        _highWater = new HighWaterMark(parts);
        Inspector = new PostgresInspector(parts.Database);
        Subscription = new SharedFeed(new MartenSubscription(parts, _highWater, options.ReadBatch));
        _projections = new ProjectionHost(new ProjectionStarter(parts, _writers, _highWater, options).StartAsync);
    }

    public StoreCapabilities Capabilities =>
        StoreCapabilities.IdempotentAppend | StoreCapabilities.GlobalPosition | StoreCapabilities.Persistent;

    public IEventStore Events => this;

    public IBulkWriter Bulk { get; }

    public IOpenAppends OpenAppends { get; }

    public ICatchUpSubscription Subscription { get; }

    public IProjectionHost Projections => _projections;

    public IStoreInspector Inspector { get; }

    public static async Task<IStore> OpenAsync(StoreContext context, CancellationToken cancellationToken)
    {
        var options = MartenOptions.From(context.Options);
        return new MartenStore(
            await MartenParts.OpenAsync(context, "marten", options, sessionOptions: null, configure: null, cancellationToken), options);
    }

    public ValueTask<AppendResult> AppendAsync(
        StreamId stream, ExpectedVersion expected, IReadOnlyList<EventData> events, CancellationToken cancellationToken = default)
    {
        _parts.Closing.ThrowIfClosed();
        return _appender.AppendAsync(stream, expected, events, cancellationToken);
    }

    // Marten's FetchStreamAsync reads a window of versions at a time, so that memory use stays constant.
    public IAsyncEnumerable<RecordedEvent> ReadStreamAsync(
        StreamId stream, long fromVersion = 1, long maxCount = long.MaxValue, CancellationToken cancellationToken = default)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(fromVersion, 1);
        ArgumentOutOfRangeException.ThrowIfLessThan(maxCount, 1);
        return StreamSlices.ReadAsync(
            fromVersion,
            maxCount,
            _options.ReadBatch,
            (from, limit) => _parts.ReadAsync(ReadAsync(stream.Value, from, limit, cancellationToken), cancellationToken),
            cancellationToken);
    }

    public Task<StoreDescription> DescribeAsync(CancellationToken cancellationToken = default) => _parts.DescribeAsync(
        $"One Marten session per append, in {(_options.Rich ? "rich" : "quick")} mode. Subscriptions read mt_events up to the "
            + "high-water mark of Marten's daemon; "
            + (_options.Inline
                ? "event projections run inline, in the append's transaction."
                : "event projections run in the daemon, rows and progress in one transaction."),
        cancellationToken);

    public ValueTask DisposeAsync() => _parts.CloseAsync(_projections, _highWater, _writers);

    private async Task<(List<RecordedEvent> Events, bool IsLast)> ReadAsync(
        string stream, long from, int limit, CancellationToken cancellationToken)
    {
        _parts.Closing.ThrowIfClosed();
        var times = RequestTimes.Mark(RequestPart.Store);
        await using var session = _parts.Store.QuerySession();
        var events = await session.Events.FetchStreamAsync(
            stream, version: from + limit - 1, fromVersion: from, token: cancellationToken);
        times?.Enter(RequestPart.Adapter);
        return ([.. events.Select(StoredEvent.Recorded)], events.Count < limit);
    }
}
