using MongoDB.Bson;
using MongoDB.Driver;

namespace EventSourcingBench.Stores.Shared.MongoDb.Feed;

/// <summary>
/// Event documents with positions in commit order: no event can appear before a position that was read by majority.
/// </summary>
internal interface IFeedSource
{
    IMongoCollection<BsonDocument> Collection { get; }

    /// <summary>The indexed field with the position.</summary>
    string PositionField { get; }

    /// <summary>The events of a document.</summary>
    IReadOnlyList<RecordedEvent> Read(BsonDocument document);
}
