using MongoDB.Bson;
using MongoDB.Driver;

namespace EventSourcingBench.Stores.MongoDbNative;

/// <summary>Events by position. Transactions take positions from one counter and hold it until they have committed.</summary>
internal sealed class EventSource(IMongoDatabase database) : IFeedSource
{
    public IMongoCollection<BsonDocument> Collection { get; } = database.GetCollection<BsonDocument>(EventDocuments.Collection);

    public string PositionField => EventDocuments.Position;

    public IReadOnlyList<RecordedEvent> Read(BsonDocument document) => [EventDocuments.Read(document)];
}
