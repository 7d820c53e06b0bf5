namespace EventSourcingBench.Stores.Sqlite.Streams;

/// <summary>The rows of one stream, inside a transaction.</summary>
internal static class StreamRows
{
    /// <summary>The stream's version, 0 if it does not exist.</summary>
    public static long Version(SqliteConnection connection, StreamId stream) =>
        connection.Statement(Sql.StreamVersion).Bind(1, stream.Value).First(static s => s.Int64(0));

    /// <summary>Inserts events after a version.</summary>
    /// <exception cref="SqliteException">An insert failed, for example because an id already exists.</exception>
    public static Appended Insert(
        SqliteConnection connection, StreamId stream, long version, IReadOnlyList<EventData> events, TimeProvider time)
    {
        var statement = connection.Statement(Sql.AppendEvent).Bind(1, stream.Value).Bind(7, time.GetUtcNow().UtcTicks);
        foreach (var data in events)
        {
            version++;
            Insert(statement, version, data);
        }

        return new Appended(version, connection.LastInsertedRow);
    }

    /// <summary>Inserts one event by the statement, whose stream and time are set.</summary>
    /// <exception cref="SqliteException">An insert failed, for example because an id already exists.</exception>
    public static void Insert(SqliteStatement statement, long version, EventData data)
    {
        statement.Bind(2, version).Bind(3, data.Id).Bind(4, data.Type).Bind(5, data.Data.Span);
        _ = data.Metadata.IsEmpty ? statement.BindNull(6) : statement.Bind(6, data.Metadata.Span);
        statement.Run();
    }

    /// <summary>Whether the stream has an event with this id.</summary>
    public static bool IsThere(SqliteConnection connection, StreamId stream, Guid id) => Find(connection, stream, id) is not null;

    /// <summary>The result of an earlier append of the same events; null if there was none.</summary>
    public static Appended? FindRetried(SqliteConnection connection, StreamId stream, IReadOnlyList<EventData> events)
    {
        var first = Find(connection, stream, events[0].Id);
        var last = Find(connection, stream, events[^1].Id);
        return first is not null && last is not null && last.StreamVersion == first.StreamVersion + events.Count - 1 ? last : null;
    }

    private static Appended? Find(SqliteConnection connection, StreamId stream, Guid id) =>
        connection.Statement(Sql.FindEvent).Bind(1, id).Bind(2, stream.Value).First(static s => new Appended(s.Int64(1), s.Int64(0)));
}
