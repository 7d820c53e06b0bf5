namespace EventSourcingBench.Stores.Sqlite.Streams;

/// <summary>Streams in one database file, with a single writer and read-only connections.</summary>
internal sealed class SqliteStore : IStore, IEventStore, IMultiStreamWriter, IBulkWriter, ICatchUpSubscription
{
    private const int MostInASlice = 500;
    private const int MostInABatch = 1000;

    private readonly SqliteDatabase _database;
    private readonly TimeProvider _time;
    private readonly ProjectionHost _projections;

    private SqliteStore(SqliteDatabase database, TimeProvider time)
    {
        (_database, _time) = (database, time);
        Subscription = new SharedFeed(this);
        _projections = ProjectionHost.Over(this, (name, cancel) => SqliteReadModel.OpenAsync(database.File, time, name, cancel));
    }

    public StoreCapabilities Capabilities =>
        StoreCapabilities.IdempotentAppend | StoreCapabilities.GlobalPosition | StoreCapabilities.Persistent | StoreCapabilities.KeepsBytes
        | StoreCapabilities.PositionCheckpoints;

    public IStorageMeter Storage => _database;

    public IStoreInspector Inspector => _database;

    public ICatchUpSubscription Subscription { get; }

    public IProjectionHost Projections => _projections;

    internal SqliteWriter Writer => _database.File.Writer;

    public static Task<IStore> OpenAsync(StoreContext context, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        return Task.FromResult<IStore>(new SqliteStore(
            new SqliteDatabase(context, Sql.Load("001_schema"), Sql.Load("022_head"), Upgrade), context.Time));
    }

    public ValueTask<AppendResult> AppendAsync(
        StreamId stream, ExpectedVersion expected, IReadOnlyList<EventData> events, CancellationToken cancellationToken = default)
    {
        Appends.RequireEvents(events);
        StreamAppend[] only = [new(stream, expected, events)];
        return Writer.RunAsync(connection => Appends.OfOne(StreamRows.Append(connection, only, _time)), cancellationToken);
    }

    public ValueTask<MultiStreamResult> AppendAsync(IReadOnlyList<StreamAppend> appends, CancellationToken cancellationToken = default)
    {
        Appends.RequireStreams(appends);
        return Writer.RunAsync(connection => StreamRows.Append(connection, appends, _time), cancellationToken);
    }

    async ValueTask IBulkWriter.AppendAsync(IReadOnlyList<BulkEvent> events, CancellationToken cancellationToken)
    {
        Appends.RequireEvents(events);
        await Writer.RunAsync(new BulkAppend(events, _time).Append, cancellationToken);
    }

    public IAsyncEnumerable<RecordedEvent> ReadStreamAsync(
        StreamId stream, long fromVersion = 1, long maxCount = long.MaxValue, CancellationToken cancellationToken = default) =>
        StreamSlices.ReadAsync(
            fromVersion, maxCount, MostInASlice, (from, limit) => ValueTask.FromResult(Read(stream, from, limit)), cancellationToken);

    // With a single writer the order of positions is the commit order.
    public IAsyncEnumerable<EventBatch> SubscribeAsync(Checkpoint after, CancellationToken cancellationToken = default) =>
        _database.Committed.FollowAsync(after, ReadAll, cancellationToken);

    public Task<StoreDescription> DescribeAsync(CancellationToken cancellationToken = default) => _database.DescribeAsync(
        "an append to several streams is one part of such a commit; each commit wakes subscriptions; read model and checkpoint "
            + "are saved in one transaction through the same writer",
        cancellationToken);

    public async ValueTask DisposeAsync()
    {
        await _projections.DisposeAsync();
        await _database.DisposeAsync();
    }

    private (List<RecordedEvent> Events, bool IsLast) Read(StreamId stream, long from, int limit)
    {
        var events = new List<RecordedEvent>();
        return (events, _database.File.Readers.Read(c => EventReading.ReadStream(c, stream, from, limit, events)));
    }

    private (IReadOnlyList<RecordedEvent> Events, bool CaughtUp) ReadAll(long position)
    {
        var events = new List<RecordedEvent>();
        return (events, _database.File.Readers.Read(connection => EventReading.Read(
            connection, connection.Script("021_read_all").Bind(1, position).Bind(2, MostInABatch), MostInABatch, stream: null, events)));
    }

    // A file without runs is of an older schema.
    private static void Upgrade(SqliteConnection connection)
    {
        if (connection.Number(Sql.Load("003_is_before_runs")) != 0)
            connection.RunScript(Sql.Load("002_upgrade"));
    }
}
