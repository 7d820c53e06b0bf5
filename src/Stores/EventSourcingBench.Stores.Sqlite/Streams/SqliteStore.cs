namespace EventSourcingBench.Stores.Sqlite.Streams;

/// <summary>Streams in one database file, with a single writer and read-only connections.</summary>
internal sealed class SqliteStore : IStore, IEventStore, IMultiStreamWriter, IBulkWriter, ICatchUpSubscription
{
    private const int MostInASlice = 500;
    private const int MostInABatch = 1000;

    private readonly SqliteDatabase _database;
    private readonly TimeProvider _time;
    private readonly ProjectionHost _projections;

    public SqliteStore(StoreContext context)
    {
        _time = context.Time;
        _database = new SqliteDatabase(context, Sql.Load("001_schema"), Sql.Load("022_head"));
        Subscription = new SharedFeed(this);
        _projections = ProjectionHost.Over(this, (name, cancel) => SqliteReadModel.OpenAsync(_database.File, _time, name, cancel));
    }

    public StoreCapabilities Capabilities =>
        StoreCapabilities.IdempotentAppend | StoreCapabilities.GlobalPosition | StoreCapabilities.Persistent | StoreCapabilities.KeepsBytes
        | StoreCapabilities.PositionCheckpoints;

    public IStorageMeter Storage => _database;

    public IStoreInspector Inspector => _database;

    public ICatchUpSubscription Subscription { get; }

    public IProjectionHost Projections => _projections;

    internal SqliteWriter Writer => _database.File.Writer;

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
        StreamSlices.ReadAsync(fromVersion, maxCount, MostInASlice, (from, limit) => ValueTask.FromResult(
            _database.File.Readers.Read(c => EventReading.ReadStream(c, stream, from, limit))), cancellationToken);

    // With a single writer the order of positions is the commit order.
    public IAsyncEnumerable<EventBatch> SubscribeAsync(Checkpoint after, CancellationToken cancellationToken = default) =>
        _database.Committed.FollowAsync(
            after, position => _database.File.Readers.Read(c => EventReading.ReadAll(c, position, MostInABatch)), cancellationToken);

    public Task<StoreDescription> DescribeAsync(CancellationToken cancellationToken = default) => _database.DescribeAsync(
        "an append to several streams is one part of such a commit; each commit wakes subscriptions; read model and checkpoint "
            + "are saved in one transaction through the same writer",
        cancellationToken);

    public async ValueTask DisposeAsync()
    {
        await _projections.DisposeAsync();
        await _database.DisposeAsync();
    }
}
