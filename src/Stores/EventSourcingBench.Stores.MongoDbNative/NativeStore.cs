namespace EventSourcingBench.Stores.MongoDbNative;

// Transactions take positions from one counter and hold it until they have committed.
internal sealed class NativeStore(OpenDatabase open, AppendLane lane) : MongoStore(
    open,
    new FeedSource(
        open.Database.GetCollection<BsonDocument>(EventDocuments.Collection), EventDocuments.Position, EventDocuments.Stream,
        d => [EventDocuments.Read(d)]),
    lane, lane)
{
    private readonly AppendLane _lane = lane;
    private readonly IMongoCollection<BsonDocument> _events =
        open.Database.GetCollection<BsonDocument>(EventDocuments.Collection).WithReadConcern(open.Options.ReadConcern);

    public override StoreCapabilities Capabilities =>
        StoreCapabilities.IdempotentAppend | StoreCapabilities.GlobalPosition | StoreCapabilities.Persistent;

    protected override (Type[] Clients, string Appends, string Reads) Mechanism { get; } = (
        [typeof(MongoClient)],
        "Waiting appends share the next transaction, which takes positions from a counter and inserts one document per event.",
        "events by position");

    public static async Task<IStore> OpenAsync(StoreContext context, CancellationToken cancellationToken)
    {
        var open = await OpenDatabase.OpenAsync(context, EventTransactions.PrepareAsync, cancellationToken);
        return new NativeStore(open, new AppendLane(open));
    }

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
