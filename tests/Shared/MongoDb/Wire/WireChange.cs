using MongoDB.Bson;

namespace EventSourcingBench.Tests;

/// <summary>An entry of the oplog.</summary>
internal sealed record WireChange(long Time, string Operation, string Database, string Collection, BsonDocument? Document)
{
    public BsonDocument Event(int index) => new()
    {
        { "_id", Token(index) },
        { "operationType", Operation },
        { "clusterTime", new BsonTimestamp(Time) },
        { "ns", new BsonDocument { { "db", Database }, { "coll", Collection } } },
        { "documentKey", Document is null ? new BsonDocument() : new BsonDocument("_id", Document["_id"]) },
        { "fullDocument", Document is null ? BsonNull.Value : Document },
    };

    public static BsonDocument Token(int index) => new("_data", index.ToString("x16", System.Globalization.CultureInfo.InvariantCulture));

    public static int Index(BsonDocument token) => int.Parse(token["_data"].AsString, System.Globalization.NumberStyles.HexNumber, System.Globalization.CultureInfo.InvariantCulture);
}
