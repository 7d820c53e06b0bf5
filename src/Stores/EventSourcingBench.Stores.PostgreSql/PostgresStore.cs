using EventSourcingBench.Abstractions;
using Npgsql;

namespace EventSourcingBench.Stores.PostgreSql;

/// <summary>The open store: one pool of connections, one schema.</summary>
internal sealed class PostgresStore : IStore, IEventStore
{
    private static readonly TimeSpan OpenLimit = TimeSpan.FromSeconds(4.5);

    private readonly NpgsqlDataSource _pool;
    private readonly PostgresSchema _schema;
    private readonly PostgresDescription _description;
    private readonly EventsAppender _appender;
    private readonly EventsReader _reader;
    private readonly CommitNotifier _notifier;
    private readonly CommitListener _listener;
    private readonly ProjectionHost _projections;
    private readonly bool _dropAtEnd;
    private readonly CancellationTokenSource _closing = new();
    private bool _disposed;

    private PostgresStore(
        NpgsqlDataSource pool, SqlScripts scripts, PostgresErrors errors, PostgresSchema schema, StoreContext context, bool isNew)
    {
        var options = PostgresOptions.From(context.Options);
        var committed = new CommitSignal();
        var ownName = Guid.CreateVersion7().ToString("N");
        _pool = pool;
        _schema = schema;
        _dropAtEnd = isNew && !context.KeepData;
        _description = new PostgresDescription(pool, scripts, errors, options);
        _reader = new EventsReader(pool, scripts, errors);
        _notifier = new CommitNotifier(pool, scripts, ownName, context.Time);
        _listener = new CommitListener(pool, scripts, ownName, committed, context.Time);
        _appender = new EventsAppender(options, () => new AppendConnection(pool, scripts, errors), Committed, context.Time);
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

    public ICatchUpSubscription Subscription { get; }

    public IProjectionHost Projections => _projections;

    /// <summary>Connects and makes the schema.</summary>
    /// <exception cref="StoreUnavailableException">The server could not be reached or refused; within five seconds.</exception>
    public static async Task<IStore> OpenAsync(StoreContext context, CancellationToken cancellationToken)
    {
        var given = PostgresErrors.Parse(context.ConnectionString, "postgres");
        var errors = new PostgresErrors(given, "postgres");
        var pool = PostgresConnection.CreatePool(given, PostgresOptions.From(context.Options).MaxConnections);
        try
        {
            using var limit = new CancellationTokenSource(OpenLimit, context.Time);
            using var either = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, cancellationToken);
            var scripts = new SqlScripts(context.Namespace);
            var schema = new PostgresSchema(pool, scripts, errors);
            var isNew = await schema.CreateAsync(either.Token);
            return new PostgresStore(pool, scripts, errors, schema, context, isNew);
        }
        catch (OperationCanceledException e) when (!cancellationToken.IsCancellationRequested)
        {
            await pool.DisposeAsync();
            throw errors.Unavailable(e);
        }
        catch
        {
            await pool.DisposeAsync();
            throw;
        }
    }

    public ValueTask<AppendResult> AppendAsync(
        StreamId stream,
        ExpectedVersion expected,
        IReadOnlyList<EventData> events,
        CancellationToken cancellationToken = default) =>
        _appender.AppendAsync(stream, expected, events, cancellationToken);

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
}
