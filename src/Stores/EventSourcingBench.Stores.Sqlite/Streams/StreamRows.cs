namespace EventSourcingBench.Stores.Sqlite.Streams;

internal static class StreamRows
{
    public static long Version(SqliteConnection connection, StreamId stream) =>
        connection.Script("010_stream_version").Bind(1, stream.Value).First(static s => s.Int64(0));

    /// <exception cref="ArgumentException">An event id exists from another append; nothing was appended.</exception>
    public static MultiStreamResult Append(SqliteConnection connection, IReadOnlyList<StreamAppend> appends, TimeProvider time)
    {
        var versions = new long[appends.Count];
        for (var i = 0; i < versions.Length; i++)
        {
            versions[i] = Version(connection, appends[i].Stream);
            if (!appends[i].Expected.Allows(versions[i]))
            {
                return (MultiStreamResult?)FindRetried(connection, appends)
                    ?? new NoneAppended(appends[i].Stream, new WrongExpectedVersion(appends[i].Expected, versions[i]));
            }
        }

        var appended = new Appended[versions.Length];
        if (connection.TryInsert(InsertAll, isSingle: appends is [{ Events.Count: 1 }]))
            return new AllAppended(appended);

        // The versions are correct, since there is a single writer: an event id already exists.
        return FindRetried(connection, appends) ?? throw new ArgumentException(
            $"An event id of the append to {string.Join(", ", appends.Select(a => a.Stream))} already exists in the store, from "
                + "another append.");

        void InsertAll()
        {
            for (var i = 0; i < versions.Length; i++)
                appended[i] = Insert(connection, appends[i].Stream, versions[i], appends[i].Events, time);
        }
    }

    /// <summary>Inserts one event by the statement, whose other parameters are set.</summary>
    public static void Insert(SqliteStatement statement, long version, EventData data) => statement.Bind(2, version)
        .Bind(3, data.Id).Bind(4, data.Type).Bind(5, data.Data.Span).BindOrNull(6, data.Metadata.Span).Run();

    /// <summary>An event of the stream by its id, as the result of its append; null if there is none.</summary>
    public static Appended? Find(SqliteConnection connection, StreamId stream, Guid id) =>
        connection.Script("012_find_event").Bind(1, id).Bind(2, stream.Value).First(static s => new Appended(s.Int64(1), s.Int64(0)));

    private static Appended Insert(
        SqliteConnection connection, StreamId stream, long version, IReadOnlyList<EventData> events, TimeProvider time)
    {
        var statement = connection.Script("011_append_event").Bind(1, stream.Value).Bind(7, time.GetUtcNow().UtcTicks).Bind(8, 0);
        foreach (var data in events)
            Insert(statement, ++version, data);

        return new Appended(version, connection.LastInsertedRow);
    }

    // The result of an earlier append of the same events; null if there was none.
    private static AllAppended? FindRetried(SqliteConnection connection, IReadOnlyList<StreamAppend> appends)
    {
        var found = new List<Appended>(appends.Count);
        foreach (var (stream, _, events) in appends)
        {
            if (Appends.EndOfRetried(events.Select(e => Find(connection, stream, e.Id)?.StreamVersion)) is null)
                return null;

            found.Add(Find(connection, stream, events[^1].Id)!);
        }

        return new AllAppended(found);
    }
}
