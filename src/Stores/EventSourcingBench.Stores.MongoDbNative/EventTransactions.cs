namespace EventSourcingBench.Stores.MongoDbNative;

/// <summary>Inserts events, all or none, with positions from a counter. A transaction holds the counter's document until it has committed;
/// a concurrent one gets a write conflict. Positions are therefore committed in order.</summary>
internal sealed class EventTransactions(OpenDatabase open)
{
    public const string Counters = "counters";

    private const string Last = "last";
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(20);
    private static readonly TimeSpan ShortestPause = TimeSpan.FromMilliseconds(20);
    private static readonly TimeSpan LongestPause = TimeSpan.FromSeconds(1);
    private static readonly FilterDefinition<BsonDocument> Counter = Builders<BsonDocument>.Filter.Eq("_id", "position");
    private static readonly FindOneAndUpdateOptions<BsonDocument> AfterUpdate = new() { ReturnDocument = ReturnDocument.After };

    private readonly IMongoCollection<BsonDocument> _events = open.Database.GetCollection<BsonDocument>(EventDocuments.Collection);
    private readonly IMongoCollection<BsonDocument> _counters = open.Database.GetCollection<BsonDocument>(Counters);

    public static async Task PrepareAsync(OpenDatabase open, CancellationToken cancellationToken)
    {
        await open.CreateCollectionAsync(EventDocuments.Collection, cancellationToken);
        await open.CreateCollectionAsync(Counters, cancellationToken);
        await open.Database.GetCollection<BsonDocument>(EventDocuments.Collection)
            .Indexes.CreateManyAsync(EventDocuments.Indexes, cancellationToken);
        await open.Database.GetCollection<BsonDocument>(Counters).UpdateOneAsync(
            Counter, Builders<BsonDocument>.Update.SetOnInsert(Last, 0L), new UpdateOptions { IsUpsert = true }, cancellationToken);
    }

    /// <returns>The position of the last one; null if a version or an id is taken, and nothing was inserted.</returns>
    /// <exception cref="StoreUnavailableException">Nothing was inserted.</exception>
    /// <exception cref="OutcomeUnknownException">The connection broke before the commit was acknowledged.</exception>
    public async Task<long?> TryInsertAsync(IReadOnlyList<BsonDocument> documents)
    {
        var began = open.Time.GetTimestamp();
        for (var pause = ShortestPause; ; pause = pause * 2 < LongestPause ? pause * 2 : LongestPause)
        {
            try
            {
                return await InsertOnceAsync(documents);
            }
            catch (Exception e) when (MongoErrors.IsDuplicateKey(e))
            {
                return null;
            }
            catch (MongoException e) when (MongoErrors.IsTransient(e) && !open.Gate.IsClosing && open.Time.GetElapsedTime(began) < Limit)
            {
                // Another process holds the counter, or the primary changed before the commit.
                await Task.Delay(pause, open.Time);
            }
            catch (Exception e) when (MongoErrors.IsDriverError(e))
            {
                // The transaction was certainly rolled back.
                throw open.Unavailable(e);
            }
        }
    }

    private Task<long> InsertOnceAsync(IReadOnlyList<BsonDocument> documents) => open.TransactAsync(ReadConcern.Local, async session =>
    {
        var counter = await _counters.FindOneAndUpdateAsync(
            session, Counter, Builders<BsonDocument>.Update.Inc(Last, (long)documents.Count), AfterUpdate);
        var last = counter[Last].AsInt64;
        for (var i = 0; i < documents.Count; i++)
            documents[i][EventDocuments.Position] = last - documents.Count + 1 + i;

        await _events.InsertManyAsync(session, documents);
        return last;
    });
}
