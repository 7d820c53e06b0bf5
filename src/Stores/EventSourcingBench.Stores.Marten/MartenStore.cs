namespace EventSourcingBench.Stores.Marten;

/// <summary>An open store: one connection pool, one schema, and Marten's document stores on it.</summary>
internal sealed class MartenStore : IStore, IEventStore
{
    private readonly MartenParts _parts;
    private readonly MartenDescription _description;
    private readonly WriterStores _writers;
    private readonly EventsAppender _appender;
    private readonly EventsReader _reader;
    private readonly HighWater _highWater;
    private readonly MartenProjectionHost _projections;
    private readonly CancellationTokenSource _closing = new();
    private bool _disposed;

    private MartenStore(MartenParts parts, MartenOptions options)
    {
        var (pool, factory, store, wakeups, schema, server, context, _) = parts;
        var (errors, sql) = (parts.Errors, parts.Sql);
        _parts = parts;
        _description = new MartenDescription(pool, sql, server, context.Options, Mechanism(options));
        _writers = new WriterStores(store, factory);
        _appender = new EventsAppender(_writers, new AppendLookup(pool, sql, errors), errors, wakeups.Raise);
        Bulk = new BulkAppender(_writers, pool, sql, errors, wakeups.Raise);
        _reader = new EventsReader(store, errors, options.ReadBatch);
        _highWater = new HighWater(store);
        Subscription = new MartenSubscription(store, pool, sql, _highWater, errors, options.ReadBatch, _closing.Token);
        _projections = new MartenProjectionHost(
            factory, schema, _writers, wakeups, _highWater, p => new ReadModelTables(pool, server, sql, context.Namespace, p), errors, options, context.Time);
    }

    public StoreCapabilities Capabilities =>
        StoreCapabilities.IdempotentAppend | StoreCapabilities.GlobalPosition | StoreCapabilities.Persistent;

    public IEventStore Events => this;

    public IBulkWriter Bulk { get; }

    public ICatchUpSubscription Subscription { get; }

    public IProjectionHost Projections => _projections;

    /// <summary>Connects and lets Marten create the schema.</summary>
    /// <exception cref="StoreUnavailableException">The server could not be reached or refused; within five seconds.</exception>
    public static Task<IStore> OpenAsync(StoreContext context, CancellationToken cancellationToken)
    {
        var options = MartenOptions.From(context.Options);
        return MartenOpening.OpenAsync(
            context, "marten", options, sessionOptions: null, configure: null, parts => new MartenStore(parts, options), cancellationToken);
    }

    public async ValueTask<AppendResult> AppendAsync(
        StreamId stream,
        ExpectedVersion expected,
        IReadOnlyList<EventData> events,
        CancellationToken cancellationToken = default)
    {
        ThrowIfClosed();
        return await _appender.AppendAsync(stream, expected, events, cancellationToken);
    }

    public IAsyncEnumerable<RecordedEvent> ReadStreamAsync(
        StreamId stream,
        long fromVersion = 1,
        long maxCount = long.MaxValue,
        CancellationToken cancellationToken = default)
    {
        ThrowIfClosed();
        return _reader.ReadStreamAsync(stream, fromVersion, maxCount, cancellationToken);
    }

    public Task<StoreDescription> DescribeAsync(CancellationToken cancellationToken = default) =>
        _description.ReadAsync(cancellationToken);

    public async ValueTask DisposeAsync()
    {
        if (_disposed)
        {
            return;
        }

        _disposed = true;
        await _closing.CancelAsync();
        await _projections.DisposeAsync();
        await _highWater.DisposeAsync();
        _writers.Dispose();
        await _parts.CloseAsync();
    }

    private static string Mechanism(MartenOptions options) =>
        $"One Marten session per append, in {(options.Rich ? "rich" : "quick")} mode. Subscriptions read mt_events up to the "
            + "high-water mark of Marten's daemon; "
        + (options.Inline ? "event projections run inline, in the append's transaction." : "event projections run in the daemon, rows and progress in one transaction.");

    private void ThrowIfClosed()
    {
        if (_disposed)
        {
            throw PostgresErrors.StoreClosed();
        }
    }
}
