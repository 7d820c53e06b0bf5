namespace EventSourcingBench.Stores.Marten.Stores;

/// <summary>An open store: one connection pool, one schema, and Marten's document stores on it.</summary>
internal sealed class MartenStore : IStore, IEventStore
{
    private readonly MartenParts _parts;
    private readonly MartenOptions _options;
    private readonly WriterStores _writers;
    private readonly EventsAppender _appender;
    private readonly EventsReader _reader;
    private readonly HighWaterMark _highWater;
    private readonly ProjectionHost _projections;

    private MartenStore(MartenParts parts, MartenOptions options)
    {
        (_parts, _options) = (parts, options);
        _writers = new WriterStores(parts.Store, parts.Factory);
        _appender = new EventsAppender(_writers, parts);
        Bulk = new BulkAppender(_writers, parts);
        _reader = new EventsReader(parts, options.ReadBatch);
        _highWater = new HighWaterMark(parts);
        Subscription = new MartenSubscription(parts, _highWater, options.ReadBatch);
        _projections = new ProjectionHost(new ProjectionStarter(parts, _writers, _highWater, options).StartAsync);
    }

    public StoreCapabilities Capabilities =>
        StoreCapabilities.IdempotentAppend | StoreCapabilities.GlobalPosition | StoreCapabilities.Persistent;

    public IEventStore Events => this;

    public IBulkWriter Bulk { get; }

    public ICatchUpSubscription Subscription { get; }

    public IProjectionHost Projections => _projections;

    /// <summary>Connects and lets Marten create the schema.</summary>
    public static async Task<IStore> OpenAsync(StoreContext context, CancellationToken cancellationToken)
    {
        var options = MartenOptions.From(context.Options);
        return new MartenStore(
            await MartenParts.OpenAsync(context, "marten", options, sessionOptions: null, configure: null, cancellationToken), options);
    }

    public ValueTask<AppendResult> AppendAsync(
        StreamId stream,
        ExpectedVersion expected,
        IReadOnlyList<EventData> events,
        CancellationToken cancellationToken = default)
    {
        _parts.ThrowIfClosed();
        return _appender.AppendAsync(stream, expected, events, cancellationToken);
    }

    public IAsyncEnumerable<RecordedEvent> ReadStreamAsync(
        StreamId stream,
        long fromVersion = 1,
        long maxCount = long.MaxValue,
        CancellationToken cancellationToken = default)
    {
        _parts.ThrowIfClosed();
        return _reader.ReadStreamAsync(stream, fromVersion, maxCount, cancellationToken);
    }

    public Task<StoreDescription> DescribeAsync(CancellationToken cancellationToken = default) => _parts.DescribeAsync(
        $"One Marten session per append, in {(_options.Rich ? "rich" : "quick")} mode. Subscriptions read mt_events up to the "
            + "high-water mark of Marten's daemon; "
            + (_options.Inline
                ? "event projections run inline, in the append's transaction."
                : "event projections run in the daemon, rows and progress in one transaction."),
        cancellationToken);

    public ValueTask DisposeAsync() => _parts.CloseAsync(_projections, _highWater, _writers);
}
