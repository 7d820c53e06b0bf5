namespace EventSourcingBench.Stores.MongoDbNative;

internal static class EventDocuments
{
    public const string Collection = "events";
    public const string Id = "_id";
    public const string Stream = "stream";
    public const string Version = "version";
    public const string Position = "position";

    private const string Type = "type";
    private const string Data = "data";
    private const string Metadata = "metadata";
    private const string RecordedAt = "recordedAt";

    /// <summary>The document of an event that has no version and no position yet. It keeps nothing of the caller's buffers.</summary>
    public static BsonDocument Of(StreamId stream, EventData data, DateTimeOffset now)
    {
        var document = new BsonDocument
        {
            { Id, ReadModelDocuments.Key(data.Id) },
            { Stream, stream.Value },
            { Version, 0L },
            { Position, 0L },
            { Type, data.Type },
            { Data, Encoding.UTF8.GetString(data.Data.Span) },
            { RecordedAt, new BsonDateTime(now.UtcDateTime) },
        };
        if (!data.Metadata.IsEmpty)
            document.Add(Metadata, Encoding.UTF8.GetString(data.Metadata.Span));

        return document;
    }

    /// <summary>Gives each document the next version of its stream.</summary>
    public static void Number(IEnumerable<BsonDocument> documents, Dictionary<string, long> versions)
    {
        foreach (var document in documents)
            document[Version] = ++versions[document[Stream].AsString];
    }

    public static RecordedEvent Read(BsonDocument document) => new()
    {
        Id = document[Id].AsBsonBinaryData.ToGuid(GuidRepresentation.Standard),
        Stream = new StreamId(document[Stream].AsString),
        Version = document[Version].AsInt64,
        Position = document[Position].AsInt64,
        Type = document[Type].AsString,
        Data = Encoding.UTF8.GetBytes(document[Data].AsString),
        Metadata = document.TryGetValue(Metadata, out var metadata) ? Encoding.UTF8.GetBytes(metadata.AsString) : default,
        RecordedAt = new DateTimeOffset(document[RecordedAt].ToUniversalTime()),
    };

    public static FilterDefinition<BsonDocument> OfId(BsonDocument document) => Builders<BsonDocument>.Filter.Eq(Id, document[Id]);

    public static FilterDefinition<BsonDocument> OfIds(IEnumerable<BsonDocument> documents) =>
        Builders<BsonDocument>.Filter.In(Id, documents.Select(d => d[Id]));

    /// <summary>The constraint that detects version conflicts, and the order of all events.</summary>
    public static CreateIndexModel<BsonDocument>[] Indexes { get; } =
    [
        new(
            Builders<BsonDocument>.IndexKeys.Ascending(Stream).Ascending(Version),
            new CreateIndexOptions { Name = "stream_version", Unique = true }),
        new(Builders<BsonDocument>.IndexKeys.Ascending(Position), new CreateIndexOptions { Name = "position", Unique = true }),
    ];
}
