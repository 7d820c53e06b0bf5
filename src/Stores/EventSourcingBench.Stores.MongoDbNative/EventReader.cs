using System.Runtime.CompilerServices;
using MongoDB.Bson;
using MongoDB.Driver;

namespace EventSourcingBench.Stores.MongoDbNative;

/// <summary>Reads streams by the unique index, one page of the cursor at a time.</summary>
internal sealed class EventReader(OpenDatabase open) : IEventReader
{
    private readonly IMongoCollection<BsonDocument> _events =
        open.Database.GetCollection<BsonDocument>(EventDocuments.Collection).WithReadConcern(open.Options.ReadConcern);

    public async IAsyncEnumerable<RecordedEvent> ReadStreamAsync(
        StreamId stream,
        long fromVersion = 1,
        long maxCount = long.MaxValue,
        [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(fromVersion, 1);
        ArgumentOutOfRangeException.ThrowIfLessThan(maxCount, 1);
        var filter = Builders<BsonDocument>.Filter;
        var found = _events
            .Find(filter.Eq(EventDocuments.Stream, stream.Value) & filter.Gte(EventDocuments.Version, fromVersion))
            .Sort(Builders<BsonDocument>.Sort.Ascending(EventDocuments.Version))
            .Limit(maxCount < int.MaxValue ? (int)maxCount : null);
        using var cursor = await Translated(found.ToCursorAsync(cancellationToken));
        while (await Translated(cursor.MoveNextAsync(cancellationToken)))
        {
            foreach (var document in cursor.Current)
            {
                yield return EventDocuments.Read(document);
                cancellationToken.ThrowIfCancellationRequested();
            }
        }
    }

    private async Task<T> Translated<T>(Task<T> step)
    {
        try
        {
            return await step;
        }
        catch (Exception e) when (MongoErrors.IsDriverError(e))
        {
            throw open.Errors.Unavailable(e, open.Client.Cluster.Description);
        }
    }
}
