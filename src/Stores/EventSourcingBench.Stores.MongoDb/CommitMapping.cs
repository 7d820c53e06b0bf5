using MongoDB.Bson.Serialization;
using MongoDB.Bson.Serialization.Serializers;
using NEventStore.Serialization;

namespace EventSourcingBench.Stores.MongoDb;

/// <summary>Converts events to NEventStore's messages and back. A commit's id is its first event's: it identifies retries.</summary>
internal static class CommitMapping
{
    private const string IdHeader = "id";
    private const string TypeHeader = "type";
    private const string MetadataHeader = "metadata";

    public static IDocumentSerializer Serializer { get; } = new DocumentObjectSerializer();

    /// <summary>Registers the driver's id format. Once per plug-in: each plug-in loads a separate driver.</summary>
    public static void Register() => BsonSerializer.TryRegisterSerializer(new GuidSerializer(GuidRepresentation.Standard));

    public static CommitAttempt Attempt(StreamId stream, StreamHead head, IReadOnlyList<EventData> events, DateTimeOffset now) => new(
        Bucket.Default, stream.Value, checked((int)(head.Version + events.Count)), events[0].Id, head.Sequence + 1, now.UtcDateTime,
        headers: null, [.. events.Select(Message)]);

    public static IReadOnlyList<RecordedEvent> Read(BsonDocument document) => Read(document.ToCommit(Serializer));

    public static IReadOnlyList<RecordedEvent> Read(ICommit commit)
    {
        var stream = new StreamId(commit.StreamId);
        var first = commit.StreamRevision - commit.Events.Count + 1;
        return [.. commit.Events.Select((message, index) => Read(message, stream, first + index, commit.CommitStamp))];
    }

    public static FilterDefinition<BsonDocument> OfCommit(StreamId stream, Guid commitId) =>
        OfStream(stream)
        & Builders<BsonDocument>.Filter.Eq(MongoCommitFields.CommitId, new BsonBinaryData(commitId, GuidRepresentation.Standard));

    public static FilterDefinition<BsonDocument> OfStream(StreamId stream) =>
        Builders<BsonDocument>.Filter.Eq(MongoCommitFields.BucketId, Bucket.Default)
        & Builders<BsonDocument>.Filter.Eq(MongoCommitFields.StreamId, stream.Value);

    private static EventMessage Message(EventData data)
    {
        var message = new EventMessage { Body = Encoding.UTF8.GetString(data.Data.Span) };
        message.Headers.Add(IdHeader, data.Id.ToString());
        message.Headers.Add(TypeHeader, data.Type);
        if (!data.Metadata.IsEmpty)
            message.Headers.Add(MetadataHeader, Encoding.UTF8.GetString(data.Metadata.Span));

        return message;
    }

    private static RecordedEvent Read(EventMessage message, StreamId stream, int version, DateTime stamp) => new()
    {
        Id = Guid.Parse((string)message.Headers[IdHeader]),
        Stream = stream,
        Version = version,
        Type = (string)message.Headers[TypeHeader],
        Data = Encoding.UTF8.GetBytes((string)message.Body),
        Metadata = message.Headers.TryGetValue(MetadataHeader, out var metadata) ? Encoding.UTF8.GetBytes((string)metadata) : default,
        RecordedAt = new DateTimeOffset(DateTime.SpecifyKind(stamp, DateTimeKind.Utc)),
    };
}

/// <summary>The end of a stream: the numbers of events and of commits.</summary>
internal readonly record struct StreamHead(long Version, int Sequence);
