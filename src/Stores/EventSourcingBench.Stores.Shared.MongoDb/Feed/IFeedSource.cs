using EventSourcingBench.Abstractions;
using MongoDB.Bson;
using MongoDB.Driver;

namespace EventSourcingBench.Stores.Shared;

/// <summary>
/// Documents of events with a position each, whose order is the order in which they were committed: nothing can appear
/// behind a position that was read by majority.
/// </summary>
internal interface IFeedSource
{
    IMongoCollection<BsonDocument> Collection { get; }

    /// <summary>The field of the position; it has an index.</summary>
    string PositionField { get; }

    /// <summary>The events of a document.</summary>
    IReadOnlyList<RecordedEvent> Read(BsonDocument document);
}
