using MongoDB.Bson;

namespace EventSourcingBench.Tests;

/// <summary>Documents by id, and unique keys.</summary>
internal sealed class WireCollection(string name)
{
    public string Name => name;

    public Dictionary<BsonValue, (BsonDocument Document, long Time)> Documents { get; } = [];

    public List<(string Name, string[] Fields)> UniqueIndexes { get; } = [("_id_", ["_id"])];

    private Dictionary<(string Index, BsonDocument Key), BsonValue> Keys { get; } = [];

    public IEnumerable<(string Index, BsonDocument Key)> KeysOf(BsonDocument document) => UniqueIndexes.Select(
        i => (i.Name, new BsonDocument(i.Fields.Select(f => new BsonElement(f, document.GetValue(f, BsonNull.Value))))));

    /// <summary>Who has one of the document's unique keys, other than itself.</summary>
    public (string Index, BsonDocument Key)? TakenBy(BsonDocument document)
    {
        foreach (var key in KeysOf(document))
        {
            if (Keys.TryGetValue(key, out var owner) && (owner != document["_id"] || key.Index == "_id_"))
            {
                return key;
            }
        }

        return null;
    }

    public void Put(BsonDocument document, long time)
    {
        if (Documents.TryGetValue(document["_id"], out var before))
        {
            foreach (var key in KeysOf(before.Document))
            {
                Keys.Remove(key);
            }
        }

        Documents[document["_id"]] = (document, time);
        foreach (var key in KeysOf(document))
        {
            Keys[key] = document["_id"];
        }
    }
}
