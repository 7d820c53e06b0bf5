namespace EventSourcingBench.Stores.PostgreSql.Dcb;

/// <summary>An open DCB store: one connection pool, one schema, one lane.</summary>
internal sealed class DcbPostgresStore : IStore
{
    // A notification costs about as much as an append.
    private static readonly TimeSpan NotifyAtMostEvery = TimeSpan.FromMilliseconds(50);

    private readonly PostgresPool _pool;
    private readonly PostgresSchema _schema;
    private readonly PostgresDescription _description;
    private readonly CommitNotifier _notifier;
    private readonly Lazy<CommitListener> _listener;
    private readonly Lane<DcbWork>[] _lanes;
    private readonly bool _dropAtEnd;
    private readonly CancellationTokenSource _closing = new();
    private bool _disposed;

    private DcbPostgresStore(
        PostgresPool opened, DcbDialect dialect, SqlScripts scripts, PostgresErrors errors, PostgresSchema schema, StoreContext context, bool isNew)
    {
        var options = DcbOptions.From(context.Options);
        var committed = new CommitSignal();
        var ownName = Guid.CreateVersion7().ToString("N");
        var pool = opened.Source;
        _pool = opened;
        _schema = schema;
        _dropAtEnd = isNew && !context.KeepData;
        _description = new PostgresDescription(pool, scripts, errors, Mechanism(dialect, options), standbys: null, Own(options));
        _notifier = new CommitNotifier(pool, scripts, ownName, NotifyAtMostEvery, context.Time);
        _listener = new Lazy<CommitListener>(() => new CommitListener(pool, scripts, ownName, committed, context.Time));
        _lanes = [.. Enumerable.Range(0, options.Lanes).Select(_ => new Lane<DcbWork>(
            new DcbRunner(new DcbConnection(pool, dialect, scripts, errors), Committed), options.MaxBatch, answersItself: true, context.Time))];
        var reader = new DcbReader(pool, dialect, scripts, errors);
        Dcb = new DcbLog(_lanes, reader, new DcbSubscription(reader, () => _ = _listener.Value, committed, options.PollInterval, context.Time, _closing.Token));

        void Committed()
        {
            committed.Raise();
            _notifier.Raise();
        }
    }

    public StoreCapabilities Capabilities =>
        StoreCapabilities.IdempotentAppend | StoreCapabilities.GlobalPosition | StoreCapabilities.Persistent;

    public IDcbEventStore Dcb { get; }

    /// <summary>Connects and creates the schema.</summary>
    /// <exception cref="StoreUnavailableException">The server could not be reached or refused; within five seconds.</exception>
    public static Task<IStore> OpenAsync(DcbDialect dialect, StoreContext context, CancellationToken cancellationToken) =>
        PostgresOpening.OpenAsync(
            context,
            "dcb-postgres",
            PostgresErrors.Postgres,
            DcbOptions.From(context.Options).MaxConnections,
            SessionOptions(dialect),
            dialect.Schema,
            (pool, scripts, errors, schema, isNew) => new DcbPostgresStore(pool, dialect, scripts, errors, schema, context, isNew),
            cancellationToken);

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
        foreach (var lane in _lanes)
        {
            await lane.DisposeAsync();
        }

        await _notifier.DisposeAsync();
        if (_listener.IsValueCreated)
        {
            await _listener.Value.DisposeAsync();
        }

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

    // With custom plans, the arrays' sizes would cause a new plan at each call, and planning takes longer than the rest. Read
    // committed lets the function see, after it has the lock, what was committed before.
    private static string SessionOptions(DcbDialect dialect) =>
        dialect.SessionOptions + @" -c jit=off -c plan_cache_mode=force_generic_plan -c default_transaction_isolation=read\ committed";

    private static EffectiveSetting[] Own(DcbOptions options) =>
    [
        new("lanes", options.Lanes.ToString(CultureInfo.InvariantCulture), FromServer: false),
        new("maxBatch", options.MaxBatch.ToString(CultureInfo.InvariantCulture), FromServer: false),
    ];

    private static string Mechanism(DcbDialect dialect, DcbOptions options) =>
        dialect.Mechanism
        + " One function checks the conditions and inserts, under a lock that is held until the commit, so that positions are committed in their order. "
        + (options.MaxBatch > 1
            ? "Waiting reads and appends share the next round trip and its commit."
            : "Each read and each append is a separate round trip.");
}
