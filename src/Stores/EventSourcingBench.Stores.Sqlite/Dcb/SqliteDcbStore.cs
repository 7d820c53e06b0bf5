namespace EventSourcingBench.Stores.Sqlite.Dcb;

/// <summary>Events with tags in one database file, with a single writer and read-only connections.</summary>
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

    /// <summary>Opens or creates the database file.</summary>
    /// <exception cref="StoreUnavailableException">The folder or the file cannot be used.</exception>
    public static Task<IStore> OpenAsync(StoreContext context, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        return Task.FromResult<IStore>(new SqliteDcbStore(SqliteDatabase.Open(context, DcbSql.Schema, DcbSql.Head)));
    }

    public Task<StoreDescription> DescribeAsync(CancellationToken cancellationToken = default) => _database.DescribeAsync(
        "conditions are checked inside the transaction by an index on (tag, position, type), from the rarest tag of an item; "
            + "each commit wakes subscriptions",
        cancellationToken);

    public ValueTask DisposeAsync() => _database.DisposeAsync();
}
