namespace EventSourcingBench.Stores.PostgreSql;

/// <summary>An open store: one connection pool, one schema.</summary>
internal sealed class PostgresStore : IStore, IEventStore, IMultiStreamWriter
{
    // Plans are cached for the lifetime of a connection, and most are made while the table is empty: a sequential scan would
    // then be kept for a million events. Disabled scans have a high estimated cost, which would trigger the JIT.
    private const string SessionOptions = "-c enable_seqscan=off -c enable_bitmapscan=off -c jit=off";

    private static readonly TimeSpan NotifyAtMostEvery = TimeSpan.FromMilliseconds(10);

    private readonly PostgresPool _pool;
    private readonly PostgresSchema _schema;
    private readonly PostgresDescription _description;
    private readonly EventsAppender _appender;
    private readonly BulkWriter _bulk;
    private readonly EventsReader _reader;
    private readonly CommitNotifier _notifier;
    private readonly CommitListener _listener;
    private readonly ProjectionHost _projections;
    private readonly bool _dropAtEnd;
    private readonly CancellationTokenSource _closing = new();
    private bool _disposed;

    private PostgresStore(
        PostgresPool opened, SqlScripts scripts, PostgresErrors errors, PostgresSchema schema, StoreContext context, bool isNew, bool isReplicated)
    {
        var options = PostgresOptions.From(context.Options);
        var committed = new CommitSignal();
        var ownName = Guid.CreateVersion7().ToString("N");
        var pool = opened.Source;
        _pool = opened;
        _schema = schema;
        _dropAtEnd = isNew && !context.KeepData;
        _description = new PostgresDescription(pool, scripts, errors, Mechanism(options), isReplicated ? new Standbys(pool, scripts, errors) : null, [new EffectiveSetting("lanes", options.Lanes.ToString(CultureInfo.InvariantCulture), FromServer: false)]);
        _reader = new EventsReader(pool, scripts, errors);
        _notifier = new CommitNotifier(pool, scripts, ownName, NotifyAtMostEvery, context.Time);
        _listener = new CommitListener(pool, scripts, ownName, committed, context.Time);
        _appender = new EventsAppender(options, () => new AppendConnection(pool, scripts, errors), Committed, context.Time);
        _bulk = new BulkWriter(pool, scripts, errors, _appender, Committed);
        Storage = new PostgresStorage(pool, scripts, errors);
        var wait = new FeedWait(committed, options.PollInterval, context.Time);
        Subscription = new CatchUpSubscription(OpenFeed, wait, options.FeedBatch, _closing.Token);
        _projections = new ProjectionHost(
            schema, OpenFeed, p => new ProjectionTables(pool, scripts, errors, p), wait, options.FeedBatch, context.Time);

        void Committed()
        {
            committed.Raise();
            _notifier.Raise();
        }

        EventFeed OpenFeed() => new(pool, scripts, errors);
    }

    public StoreCapabilities Capabilities =>
        StoreCapabilities.IdempotentAppend | StoreCapabilities.GlobalPosition | StoreCapabilities.Persistent;

    public IEventStore Events => this;

    public IMultiStreamWriter MultiStream => this;

    public IBulkWriter Bulk => _bulk;

    public IStorageMeter Storage { get; }

    public ICatchUpSubscription Subscription { get; }

    public IProjectionHost Projections => _projections;

    /// <summary>Connects and creates the schema.</summary>
    /// <exception cref="StoreUnavailableException">The server could not be reached or refused; within five seconds.</exception>
    public static Task<IStore> OpenAsync(StoreContext context, CancellationToken cancellationToken) =>
        OpenAsync(context, PostgresErrors.Postgres, isReplicated: false, cancellationToken);

    /// <summary>Connects to the primary of several nodes, and follows a failover.</summary>
    /// <exception cref="StoreUnavailableException">No primary could be reached; within five seconds.</exception>
    public static Task<IStore> OpenReplicatedAsync(StoreContext context, CancellationToken cancellationToken) =>
        OpenAsync(context, PostgresErrors.Postgres + "_REPLICATED", isReplicated: true, cancellationToken);

    public ValueTask<AppendResult> AppendAsync(
        StreamId stream,
        ExpectedVersion expected,
        IReadOnlyList<EventData> events,
        CancellationToken cancellationToken = default) =>
        _appender.AppendAsync(stream, expected, events, cancellationToken);

    public ValueTask<MultiStreamResult> AppendAsync(IReadOnlyList<StreamAppend> appends, CancellationToken cancellationToken = default) =>
        _appender.AppendAsync(appends, cancellationToken);

    public IAsyncEnumerable<RecordedEvent> ReadStreamAsync(
        StreamId stream,
        long fromVersion = 1,
        long maxCount = long.MaxValue,
        CancellationToken cancellationToken = default) =>
        _reader.ReadStreamAsync(stream, fromVersion, maxCount, cancellationToken);

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
        await _bulk.DisposeAsync();
        await _appender.DisposeAsync();
        await _notifier.DisposeAsync();
        await _listener.DisposeAsync();
        try
        {
            if (_dropAtEnd)
            {
                await _schema.DropAsync();
            }
        }
        finally
        {
            await _pool.DisposeAsync();
        }
    }

    private static Task<IStore> OpenAsync(
        StoreContext context, string variable, bool isReplicated, CancellationToken cancellationToken) => PostgresOpening.OpenAsync(
        context,
        "postgres",
        variable,
        PostgresOptions.From(context.Options).MaxConnections,
        SessionOptions,
        ["001_events", "002_projection_checkpoints"],
        (pool, scripts, errors, schema, isNew) => new PostgresStore(pool, scripts, errors, schema, context, isNew, isReplicated),
        cancellationToken);

    private static string Mechanism(PostgresOptions options) =>
        (options.MaxBatch > 1
            ? $"Waiting appends share the next commit ({options.Lanes} connections, a stream belongs to one). "
            : $"Each append is a separate transaction ({options.Lanes} connections, a stream belongs to one). ")
        + "Appends to several streams use one statement; bulk appends use binary COPY. "
        + "Subscriptions follow transaction ids up to the snapshot's xmin, woken in process and by LISTEN/NOTIFY; a projection saves rows, sums and checkpoint in one statement.";
}
