namespace EventSourcingBench.Stores.Shared.MongoDb.Projections;

internal static class ReadModelDocuments
{
    public const string Id = "_id";
    public const string Position = "position";
    public const string Token = "token";
    public const string Rows = "rows";

    /// <summary>The position while a read model is being cleared: no save continues from it.</summary>
    public const long Clearing = -1;

    private const string Group = "group";
    private const string Amount = "amount";
    private const string ApiCallTicks = "apiCallTicks";
    private const string Document = "document";
    private const string Count = "count";
    private const string Total = "total";

    public static BsonValue Key(Guid eventId) => new BsonBinaryData(eventId, GuidRepresentation.Standard);

    public static BsonDocument Of(ReadModelRow row) => new()
    {
        { Id, Key(row.EventId) },
        { Group, row.Group },
        { Amount, row.Amount },
        // A BSON date has millisecond precision.
        { ApiCallTicks, row.ApiCallTime.UtcTicks },
        { Document, Encoding.UTF8.GetString(row.Document.Span) },
    };

    public static ReadModelRow Row(BsonDocument document) => new()
    {
        EventId = document[Id].AsBsonBinaryData.ToGuid(GuidRepresentation.Standard),
        Group = document[Group].AsString,
        Amount = document[Amount].AsInt64,
        ApiCallTime = new DateTimeOffset(document[ApiCallTicks].AsInt64, TimeSpan.Zero),
        Document = Encoding.UTF8.GetBytes(document[Document].AsString),
    };

    public static ReadModelSummary Summary(BsonDocument document) =>
        new(document[Id].AsString, document[Count].AsInt64, document[Total].AsInt64);

    public static List<WriteModel<BsonDocument>> Sums(IEnumerable<ReadModelRow> rows) =>
        [.. rows.GroupBy(r => r.Group, StringComparer.Ordinal).Select(group => new UpdateOneModel<BsonDocument>(
            Builders<BsonDocument>.Filter.Eq(Id, group.Key),
            Builders<BsonDocument>.Update.Inc(Count, group.LongCount()).Inc(Total, group.Sum(r => r.Amount))) { IsUpsert = true })];

    public static BsonDocument NewState() => new() { { Position, 0L }, { Token, BsonNull.Value }, { Rows, 0L } };

    public static FeedPlace Place(BsonDocument state) => new(state[Position].AsInt64, state[Token] as BsonDocument);
}
