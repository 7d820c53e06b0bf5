namespace EventSourcingBench.Stores.Sqlite.Streams;

/// <summary>Reads slices of events, limited by number and bytes.</summary>
internal static class EventReading
{
    /// <summary>The size in bytes at which a slice ends.</summary>
    public const int MostBytes = 4 * 1024 * 1024;

    /// <summary>Runs a query with the columns of <c>020_read_stream.sql</c>. Returns true if it had no more rows.</summary>
    public static bool Read(SqliteConnection connection, SqliteStatement query, int limit, StreamId? stream, List<RecordedEvent> into)
    {
        var count = 0;
        long bytes = 0;
        try
        {
            while (query.Step())
            {
                var recorded = Event(connection.Names, query, stream);
                into.Add(recorded);
                count++;
                bytes += recorded.Data.Length + recorded.Metadata.Length;
                if (bytes >= MostBytes)
                {
                    return false;
                }
            }

            return count < limit;
        }
        finally
        {
            query.Reset();
        }
    }

    private static RecordedEvent Event(NameCache names, SqliteStatement row, StreamId? stream) => new()
    {
        Position = row.Int64(0),
        Stream = stream ?? names.Stream(row.Bytes(1)),
        Version = row.Int64(2),
        Id = row.Guid(3),
        Type = names.Name(row.Bytes(4)),
        Data = row.Bytes(5).ToArray(),
        Metadata = row.Bytes(6).ToArray(),
        RecordedAt = new DateTimeOffset(row.Int64(7), TimeSpan.Zero),
    };
}
