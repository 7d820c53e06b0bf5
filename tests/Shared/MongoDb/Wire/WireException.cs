using MongoDB.Bson;

namespace EventSourcingBench.Tests;

/// <summary>An error as a server answers it.</summary>
internal sealed class WireException(int code, string name, string message, params string[] labels) : Exception(message)
{
    public int Code => code;

    public BsonDocument Reply()
    {
        var reply = new BsonDocument { { "ok", 0.0 }, { "errmsg", Message }, { "code", code }, { "codeName", name } };
        if (labels.Length > 0)
        {
            reply.Add("errorLabels", new BsonArray(labels));
        }

        return reply;
    }

    public static WireException WriteConflict() => new(112, "WriteConflict", "Write conflict.", "TransientTransactionError");

    public static WireException DuplicateKey(string collection, string index, BsonDocument key) =>
        new(11000, "DuplicateKey", $"E11000 duplicate key error collection: {collection} index: {index} dup key: {key}");
}
