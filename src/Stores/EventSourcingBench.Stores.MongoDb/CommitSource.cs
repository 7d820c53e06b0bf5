using MongoDB.Bson;
using MongoDB.Driver;
using NEventStore.Persistence.MongoDB;

namespace EventSourcingBench.Stores.MongoDb;

/// <summary>
/// NEventStore's commits by checkpoint number. A writer reads the greatest number and inserts the next one. A number therefore
/// exists only after the previous one was visible, and none appears later before another.
/// </summary>
internal sealed class CommitSource(IMongoDatabase database) : IFeedSource
{
    public IMongoCollection<BsonDocument> Collection { get; } = database.GetCollection<BsonDocument>(CommitStore.Commits);

    public string PositionField => MongoCommitFields.CheckpointNumber;

    public IReadOnlyList<RecordedEvent> Read(BsonDocument document) => CommitMapping.Read(document);
}
