namespace EventSourcingBench.Stores.MongoDbNative;

internal sealed class NativeStore : MongoStore
{
    private readonly AppendLane _lane;
    private readonly IMongoCollection<BsonDocument> _events;

    // Transactions take positions from one counter and hold it until they have committed.
    private NativeStore(OpenDatabase open)
        : base(open, new FeedSource(
            open.Database.GetCollection<BsonDocument>(EventDocuments.Collection),
            EventDocuments.Position,
            EventDocuments.Stream,
            d => [EventDocuments.Read(d)]))
    {
        _lane = new AppendLane(open);
        _events = open.Database.GetCollection<BsonDocument>(EventDocuments.Collection).WithReadConcern(open.Options.ReadConcern);
    }

    public override StoreCapabilities Capabilities =>
        StoreCapabilities.IdempotentAppend | StoreCapabilities.GlobalPosition | StoreCapabilities.Persistent;

    public override IBulkWriter Bulk => _lane;

    protected override (Type[] Clients, string Appends, string Reads) Mechanism { get; } = (
        [typeof(MongoClient)],
        "Waiting appends share the next transaction, which takes positions from a counter and inserts one document per event.",
        "events by position");

    public static async Task<IStore> OpenAsync(StoreContext context, CancellationToken cancellationToken) =>
        new NativeStore(await OpenDatabase.OpenAsync(context, EventTransactions.PrepareAsync, cancellationToken));

    public override ValueTask<AppendResult> AppendAsync(
        StreamId stream, ExpectedVersion expected, IReadOnlyList<EventData> events, CancellationToken cancellationToken = default) =>
        _lane.AppendAsync(stream, expected, events, cancellationToken);

    public override IAsyncEnumerable<RecordedEvent> ReadStreamAsync(
        StreamId stream, long fromVersion = 1, long maxCount = long.MaxValue, CancellationToken cancellationToken = default)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(fromVersion, 1);
        ArgumentOutOfRangeException.ThrowIfLessThan(maxCount, 1);
        var filter = Builders<BsonDocument>.Filter;
        var found = _events
            .Find(filter.Eq(EventDocuments.Stream, stream.Value) & filter.Gte(EventDocuments.Version, fromVersion))
            .Sort(Builders<BsonDocument>.Sort.Ascending(EventDocuments.Version))
            .Limit(maxCount < int.MaxValue ? (int)maxCount : null);
        return Open.ReadAsync(found, EventDocuments.Read, cancellationToken);
    }

    protected override ValueTask CloseAsync() => _lane.DisposeAsync();
}
