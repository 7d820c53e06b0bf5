using EventSourcingBench.Abstractions;
using EventSourcingBench.Stores.Shared;
using MongoDB.Bson;
using MongoDB.Driver;
using NEventStore.Persistence.MongoDB;

namespace EventSourcingBench.Stores.MongoDb;

/// <summary>
/// NEventStore's commits by their checkpoint numbers. A writer takes the greatest number that it sees and one more; so a
/// number is there only after the one before it could be seen, and none appears later behind another.
/// </summary>
internal sealed class CommitSource(IMongoDatabase database) : IFeedSource
{
    public IMongoCollection<BsonDocument> Collection { get; } = database.GetCollection<BsonDocument>(CommitStore.Commits);

    public string PositionField => MongoCommitFields.CheckpointNumber;

    public IReadOnlyList<RecordedEvent> Read(BsonDocument document) => CommitMapping.Read(document);
}
