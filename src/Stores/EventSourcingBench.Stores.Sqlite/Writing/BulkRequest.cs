using EventSourcingBench.Abstractions;
using EventSourcingBench.Stores.Shared;

namespace EventSourcingBench.Stores.Sqlite;

/// <summary>An append of many events to the ends of their streams, all or none.</summary>
internal sealed class BulkRequest(
    IReadOnlyList<BulkEvent> events,
    TimeProvider time,
    CancellationToken cancellationToken) : CallerRequest<bool>(cancellationToken)
{
    protected override bool Append(SqliteConnection connection)
    {
        if (Savepoint.TryInsert(connection, isNeeded: true, () => Insert(connection)))
        {
            return true;
        }

        // Versions are right, as there is one writer: it is the id of an event that is there already.
        var there = events.Count(e => StreamRows.IsThere(connection, e.Stream, e.Event.Id));
        return there == events.Count
            ? true
            : throw new ArgumentException("An event id of the bulk append is in the store already, from another append.");
    }

    private void Insert(SqliteConnection connection)
    {
        var versions = new Dictionary<StreamId, long>();
        var statement = connection.Statement(Sql.AppendEvent).Bind(7, time.GetUtcNow().UtcTicks);
        foreach (var (stream, data) in events)
        {
            ref var version = ref System.Runtime.InteropServices.CollectionsMarshal.GetValueRefOrAddDefault(versions, stream, out var isKnown);
            if (!isKnown)
            {
                version = StreamRows.Version(connection, stream);
            }

            version++;
            StreamRows.Insert(statement.Bind(1, stream.Value), version, data);
        }
    }
}
