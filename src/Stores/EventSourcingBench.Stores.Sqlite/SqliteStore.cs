namespace EventSourcingBench.Stores.Sqlite;

/// <summary>Streams in one database file, with a single writer and read-only connections.</summary>
internal sealed class SqliteStore : IStore
{
    private readonly SqliteDatabase _database;
    private readonly ProjectionHost _projections;
    private bool _isDisposed;

    private SqliteStore(SqliteDatabase database, TimeProvider time)
    {
        _database = database;
        Events = new SqliteEventStore(Writer, database.Readers, time);
        MultiStream = new SqliteMultiStreamWriter(Writer, time);
        Bulk = new SqliteBulkWriter(Writer, time);
        Storage = new SqliteStorage(Writer, database.Path);
        Subscription = new SqliteSubscription(database.Readers, database.Committed);
        _projections = ProjectionHost.Over(
            Subscription, (name, cancel) => SqliteReadModel.OpenAsync(Writer, database.Readers, time, name, cancel));
    }

    public StoreCapabilities Capabilities =>
        StoreCapabilities.IdempotentAppend | StoreCapabilities.GlobalPosition | StoreCapabilities.Persistent;

    public IEventStore Events { get; }

    public IMultiStreamWriter MultiStream { get; }

    public IBulkWriter Bulk { get; }

    public IStorageMeter Storage { get; }

    public ICatchUpSubscription Subscription { get; }

    public IProjectionHost Projections => _projections;

    internal SqliteWriter Writer => _database.Writer;

    /// <summary>Opens or creates the database file.</summary>
    /// <exception cref="StoreUnavailableException">The folder or the file cannot be used.</exception>
    public static Task<IStore> OpenAsync(StoreContext context, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        return Task.FromResult<IStore>(new SqliteStore(SqliteDatabase.Open(context, Sql.Schema, Sql.Head, Upgrade), context.Time));
    }

    public Task<StoreDescription> DescribeAsync(CancellationToken cancellationToken = default) => _database.DescribeAsync(
        "an append to several streams is one part of such a commit; each commit wakes subscriptions; read model and checkpoint "
            + "are saved in one transaction through the same writer",
        cancellationToken);

    public async ValueTask DisposeAsync()
    {
        if (_isDisposed)
        {
            return;
        }

        _isDisposed = true;
        await _projections.DisposeAsync();
        await _database.DisposeAsync();
    }

    private static void Upgrade(SqliteConnection connection)
    {
        if (connection.Number(Sql.IsBeforeRuns) != 0)
        {
            connection.RunScript(Sql.Upgrade);
        }
    }
}
