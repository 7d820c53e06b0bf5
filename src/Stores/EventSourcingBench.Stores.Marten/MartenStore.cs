using EventSourcingBench.Abstractions;
using Marten;
using Npgsql;

namespace EventSourcingBench.Stores.Marten;

/// <summary>The open store: one pool of connections, one schema, Marten's document stores on it.</summary>
internal sealed class MartenStore : IStore, IEventStore
{
    private static readonly TimeSpan OpenLimit = TimeSpan.FromSeconds(4.5);

    private readonly NpgsqlDataSource _pool;
    private readonly DocumentStore _store;
    private readonly MartenSchema _schema;
    private readonly MartenDescription _description;
    private readonly WriterStores _writers;
    private readonly EventsAppender _appender;
    private readonly EventsReader _reader;
    private readonly HighWater _highWater;
    private readonly MartenProjectionHost _projections;
    private readonly bool _dropAtEnd;
    private readonly CancellationTokenSource _closing = new();
    private bool _disposed;

    private MartenStore(
        NpgsqlDataSource pool,
        DocumentStores factory,
        DocumentStore store,
        DaemonWakeups wakeups,
        MartenSchema schema,
        PostgresErrors server,
        StoreContext context,
        bool isNew)
    {
        var options = MartenOptions.From(context.Options);
        var errors = new MartenErrors(server);
        var sql = new SqlScripts(context.Namespace);
        (_pool, _store, _schema) = (pool, store, schema);
        _dropAtEnd = isNew && !context.KeepData;
        _description = new MartenDescription(pool, sql, server, context.Options);
        _writers = new WriterStores(store, factory);
        _appender = new EventsAppender(_writers, new AppendLookup(pool, sql, errors), errors, wakeups.Raise);
        _reader = new EventsReader(store, errors, options.ReadBatch);
        _highWater = new HighWater(store);
        Subscription = new MartenSubscription(store, pool, sql, _highWater, errors, options.ReadBatch, _closing.Token);
        _projections = new MartenProjectionHost(
            factory, schema, _writers, wakeups, _highWater, p => new ReadModelTables(pool, server, sql, context.Namespace, p), errors, options, context.Time);
    }

    public StoreCapabilities Capabilities =>
        StoreCapabilities.IdempotentAppend | StoreCapabilities.GlobalPosition | StoreCapabilities.Persistent;

    public IEventStore Events => this;

    public ICatchUpSubscription Subscription { get; }

    public IProjectionHost Projections => _projections;

    /// <summary>Connects and lets Marten make the schema.</summary>
    /// <exception cref="StoreUnavailableException">The server could not be reached or refused; within five seconds.</exception>
    public static async Task<IStore> OpenAsync(StoreContext context, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        var given = PostgresErrors.Parse(context.ConnectionString, "marten");
        var server = new PostgresErrors(given, "marten");
        var options = MartenOptions.From(context.Options);
        var pool = MartenConnection.CreatePool(given, options.MaxConnections);
        DocumentStore? store = null;
        try
        {
            using var limit = new CancellationTokenSource(OpenLimit, context.Time);
            using var either = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, cancellationToken);
            var factory = new DocumentStores(pool, context.Namespace, options);
            var wakeups = new DaemonWakeups();
            store = factory.Build(wakeup: options.Wakeup == "signal" ? wakeups.Add() : null);
            var schema = new MartenSchema(pool, new MartenErrors(server), context.Namespace);
            var isNew = !await schema.ExistsAsync(either.Token);

            // A server that answers may take longer than it may take to answer.
            await schema.CreateAsync(store, cancellationToken);
            return new MartenStore(pool, factory, store, wakeups, schema, server, context, isNew);
        }
        catch (OperationCanceledException e) when (!cancellationToken.IsCancellationRequested)
        {
            await CloseAsync();
            throw server.Unavailable(e);
        }
        catch
        {
            await CloseAsync();
            throw;
        }

        async Task CloseAsync()
        {
            store?.Dispose();
            await pool.DisposeAsync();
        }
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
        _store.Dispose();
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

    private void ThrowIfClosed()
    {
        if (_disposed)
        {
            throw PostgresErrors.StoreClosed();
        }
    }
}
