namespace EventSourcingBench.Stores.Sqlite.Streams;

/// <summary>Appends many events to the ends of their streams, all or none.</summary>
internal sealed class BulkAppend(IReadOnlyList<BulkEvent> events, TimeProvider time)
{
    /// <exception cref="ArgumentException">An event id exists from another append; nothing was appended.</exception>
    public bool Append(SqliteConnection connection)
    {
        if (connection.TryInsert(() => Insert(connection)))
            return true;

        // Versions are correct, since there is a single writer: an event id is used twice or already exists.
        Appends.RequireDistinct(events);
        return events.All(e => StreamRows.Find(connection, e.Stream, e.Event.Id) is not null)
            ? true
            : throw new ArgumentException("An event id of the bulk append already exists in the store, from another append.");
    }

    private void Insert(SqliteConnection connection)
    {
        var ends = Ends(connection);
        var position = connection.Script("022_head").First(static s => s.Int64(0));
        var now = time.GetUtcNow();
        var many = new BulkRows(connection, now);
        var inMany = events.Count - (events.Count % BulkRows.Most);
        var one = connection.Script("011_append_event").Bind(7, now.UtcTicks);
        for (var i = 0; i < events.Count; i++)
        {
            var (stream, data) = events[i];
            var version = ends[i].Take(connection, ++position);
            if (i < inMany)
                many.Add(stream, version, data, ends[i].IsRun);
            else
                StreamRows.Insert(one.Bind(1, stream.Value).Bind(8, ends[i].IsRun ? 1 : 0), version, data);
        }

        foreach (var end in ends.Distinct())
            end.Close(connection);

        // Runs contain the positions of their events, which must be those that SQLite assigned.
        if (connection.Script("022_head").First(static s => s.Int64(0)) != position)
        {
            throw new InvalidOperationException("The events of a bulk append have unexpected positions: position "
                + $"{position} is not the last one.");
        }
    }

    private StreamEnd[] Ends(SqliteConnection connection)
    {
        var known = new Dictionary<StreamId, StreamEnd>();
        var ends = new StreamEnd[events.Count];
        for (var i = 0; i < ends.Length; i++)
        {
            ref var end = ref CollectionsMarshal.GetValueRefOrAddDefault(known, events[i].Stream, out _);
            end ??= new StreamEnd(events[i].Stream, StreamRows.Version(connection, events[i].Stream));
            end.Expect();
            ends[i] = end;
        }

        return ends;
    }
}
