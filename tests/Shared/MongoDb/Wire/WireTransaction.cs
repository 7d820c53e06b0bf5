using MongoDB.Bson;

namespace EventSourcingBench.Tests;

/// <summary>Writes that are not committed yet, and the documents and keys that they hold.</summary>
internal sealed class WireTransaction(long number, long snapshot)
{
    public long Number => number;

    /// <summary>What was committed later than this it must not change.</summary>
    public long Snapshot => snapshot;

    public List<(WireCollection Collection, BsonDocument Document, bool IsInsert)> Writes { get; } = [];

    public HashSet<(string Collection, string Index, BsonDocument Key)> Held { get; } = [];

    public bool IsCommitted { get; set; }

    public BsonDocument? Own(WireCollection collection, BsonValue id) =>
        Writes.LastOrDefault(w => w.Collection == collection && w.Document["_id"] == id).Document;
}
