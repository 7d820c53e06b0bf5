using MongoDB.Bson;

namespace EventSourcingBench.Tests;

/// <summary>What is left of an answer, or a place in the oplog.</summary>
internal sealed class WireCursor
{
    private readonly List<BsonDocument>? _found;

    public WireCursor(long id, string collection, List<BsonDocument> found) => (Id, Collection, _found) = (id, collection, found);

    public WireCursor(long id, string collection, int place) => (Id, Collection, Place) = (id, collection, place);

    public long Id { get; }

    public string Collection { get; }

    public int Place { get; private set; }

    public bool IsTailing => _found is null;

    public bool IsOver => _found is not null && Place >= _found.Count;

    public List<BsonDocument> Next(List<WireChange> oplog, int size)
    {
        var batch = new List<BsonDocument>();
        for (; batch.Count < size && Place < (_found ?? (System.Collections.ICollection)oplog).Count; Place++)
        {
            if (_found is not null)
            {
                batch.Add(_found[Place]);
            }
            else if (oplog[Place] is var change && $"{change.Database}.{change.Collection}" == Collection && change.Operation is "insert" or "drop")
            {
                batch.Add(change.Event(Place));
            }
        }

        return batch;
    }
}
