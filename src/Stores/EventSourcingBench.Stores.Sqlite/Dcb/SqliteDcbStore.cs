using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.Sqlite;

/// <summary>Events with tags in one database file, one writer, read-only connections beside it.</summary>
internal sealed class SqliteDcbStore : IStore
{
    private readonly SqliteDatabase _database;

    private SqliteDcbStore(SqliteDatabase database)
    {
        _database = database;
        Dcb = new SqliteDcbEvents(database);
    }

    public StoreCapabilities Capabilities =>
        StoreCapabilities.IdempotentAppend | StoreCapabilities.GlobalPosition | StoreCapabilities.Persistent;

    public IDcbEventStore Dcb { get; }

    /// <summary>Opens the database file, or makes it.</summary>
    /// <exception cref="StoreUnavailableException">The folder or the file cannot be used.</exception>
    public static Task<IStore> OpenAsync(StoreContext context, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        return Task.FromResult<IStore>(new SqliteDcbStore(SqliteDatabase.Open(context, DcbSql.Schema, DcbSql.Head)));
    }

    public Task<StoreDescription> DescribeAsync(CancellationToken cancellationToken = default) => _database.DescribeAsync(
        "conditions are checked inside the transaction by a tree of (tag, position, type), from the rarest tag of an item; a signal at each commit wakes subscriptions",
        cancellationToken);

    public ValueTask DisposeAsync() => _database.DisposeAsync();
}
