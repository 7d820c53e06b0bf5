namespace EventSourcingBench.Stores.Sqlite.Streams;

/// <summary>Reads slices of events. A stream's events are found by the index or, after bulk appends, by runs.</summary>
internal static class EventReading
{
    private const int MostBytes = 4 * 1024 * 1024;

    /// <summary>Reads a stream, up to the limit or about the slice size.</summary>
    public static (List<RecordedEvent> Events, bool IsLast) ReadStream(SqliteConnection connection, StreamId stream, long from, int limit)
    {
        var into = new List<RecordedEvent>();
        while (true)
        {
            var (before, next, count) = (into.Count, from + into.Count, limit - into.Count);
            var run = connection.Script("023_find_run").Bind(1, stream.Value).Bind(2, next)
                .First<(long First, List<long> Positions)?>(static s => (s.Int64(0), RunPositions.Read(s.Bytes(1))));
            SqliteStatement query;
            if (run is { } found && found.First <= next)
            {
                var skipped = (int)(next - found.First);
                count = Math.Min(count, found.Positions.Count - skipped);
                var positions = string.Join(',', found.Positions.GetRange(skipped, count));
                query = connection.Script("024_read_events").Bind(1, $"[{positions}]");
            }
            else
            {
                count = run is null ? count : (int)Math.Min(count, run.Value.First - next);
                query = connection.Script("020_read_stream").Bind(1, stream.Value).Bind(2, next).Bind(3, count);
            }

            var isEnd = Read(connection, query, count, stream, into);
            if (run is null)
                return (into, isEnd);

            // The total size of a slice is limited as well, to about twice the slice size.
            if (into.Count < before + count || into.Count == limit || into.Sum(e => (long)e.Data.Length + e.Metadata.Length) >= MostBytes)
                return (into, false);
        }
    }

    /// <summary>Reads all events after a position, up to the limit or the slice size.</summary>
    public static (List<RecordedEvent> Events, bool IsLast) ReadAll(SqliteConnection connection, long position, int limit)
    {
        var into = new List<RecordedEvent>();
        var query = connection.Script("021_read_all").Bind(1, position).Bind(2, limit);
        return (into, Read(connection, query, limit, stream: null, into));
    }

    /// <summary>Runs a query with the columns of <c>020_read_stream.sql</c>. Returns true if it had no more rows.</summary>
    private static bool Read(SqliteConnection connection, SqliteStatement query, int limit, StreamId? stream, List<RecordedEvent> into)
    {
        var (count, bytes) = (0, 0L);
        foreach (var recorded in query.Rows(row => Event(connection.Names, row, stream)))
        {
            into.Add(recorded);
            count++;
            bytes += recorded.Data.Length + recorded.Metadata.Length;
            if (bytes >= MostBytes)
                return false;
        }

        return count < limit;
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
