using MongoDB.Bson;
using MongoDB.Driver;

namespace EventSourcingBench.Stores.Shared.MongoDb;

/// <summary>
/// The result of a retry: the first write must be as durable as its own acknowledgement would have required, which may be the
/// case only some time after it becomes visible.
/// </summary>
internal static class DurableAnswer
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(2);
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(10);

    /// <exception cref="OutcomeUnknownException">The events are visible, but did not become durable in time.</exception>
    public static async Task<BsonDocument> WaitAsync(
        IMongoCollection<BsonDocument> collection,
        FilterDefinition<BsonDocument> filter,
        OpenDatabase open,
        CancellationToken cancellationToken)
    {
        var durable = collection.WithReadConcern(open.Options.ReadConcern);
        var began = open.Time.GetTimestamp();
        while (open.Time.GetElapsedTime(began) < Limit)
        {
            if (await durable.Find(filter).FirstOrDefaultAsync(cancellationToken) is { } found)
            {
                return found;
            }

            await Task.Delay(Pause, open.Time, cancellationToken);
        }

        throw new OutcomeUnknownException("The events exist in the store, but were not acknowledged by a majority within "
            + $"{Limit.TotalSeconds:0} s.");
    }
}
