using System.Runtime.InteropServices;
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
        var now = time.GetUtcNow();
        var many = new BulkRows(connection, now);
        var inMany = events.Count - (events.Count % BulkRows.Most);
        for (var i = 0; i < inMany; i++)
        {
            many.Add(events[i].Stream, Next(connection, versions, events[i].Stream), events[i].Event);
        }

        var one = connection.Statement(Sql.AppendEvent).Bind(7, now.UtcTicks);
        for (var i = inMany; i < events.Count; i++)
        {
            StreamRows.Insert(one.Bind(1, events[i].Stream.Value), Next(connection, versions, events[i].Stream), events[i].Event);
        }
    }

    private static long Next(SqliteConnection connection, Dictionary<StreamId, long> versions, StreamId stream)
    {
        ref var version = ref CollectionsMarshal.GetValueRefOrAddDefault(versions, stream, out var isKnown);
        if (!isKnown)
        {
            version = StreamRows.Version(connection, stream);
        }

        return ++version;
    }
}
