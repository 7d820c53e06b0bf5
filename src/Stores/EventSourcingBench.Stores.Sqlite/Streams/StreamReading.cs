namespace EventSourcingBench.Stores.Sqlite.Streams;

/// <summary>Reads slices of a stream. Its events are found by the index or, after bulk appends, by runs.</summary>
internal static class StreamReading
{
    /// <summary>Reads into the list, up to the limit or about the slice size. Returns true if the stream has no more events.</summary>
    public static bool Read(SqliteConnection connection, StreamId stream, long next, int limit, List<RecordedEvent> into)
    {
        while (true)
        {
            var run = FindRun(connection, stream, next);
            var untilRun = run is null ? limit - into.Count : (int)Math.Min(limit - into.Count, run.Value.First - next);
            if (untilRun > 0)
            {
                var before = into.Count;
                var query = connection.Script("020_read_stream").Bind(1, stream.Value).Bind(2, next).Bind(3, untilRun);
                var isEnd = EventReading.Read(connection, query, untilRun, stream, into);
                next += into.Count - before;
                if (run is null || into.Count - before < untilRun)
                    return run is null && isEnd;
            }

            // The total size of a slice is limited as well, to about twice the slice size.
            if (into.Count == limit || !ReadRun(connection, run!.Value, stream, next, limit, into)
                || into.Sum(e => (long)e.Data.Length + e.Metadata.Length) >= EventReading.MostBytes)
            {
                return false;
            }

            next = run.Value.First + run.Value.Positions.Count;
        }
    }

    // True if the run was read to its end and the slice has room for more.
    private static bool ReadRun(
        SqliteConnection connection,
        (long First, List<long> Positions) run,
        StreamId stream,
        long next,
        int limit,
        List<RecordedEvent> into)
    {
        var (first, before) = ((int)(next - run.First), into.Count);
        var left = run.Positions.Count - first;
        var count = Math.Min(left, limit - before);
        var positions = string.Join(',', run.Positions.GetRange(first, count));
        EventReading.Read(connection, connection.Script("024_read_events").Bind(1, $"[{positions}]"), count, stream, into);
        return into.Count - before == left && into.Count < limit;
    }

    private static (long First, List<long> Positions)? FindRun(SqliteConnection connection, StreamId stream, long version) =>
        connection.Script("023_find_run").Bind(1, stream.Value).Bind(2, version)
            .First<(long, List<long>)?>(static s => (s.Int64(0), RunPositions.Read(s.Bytes(1))));
}

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
                    return false;
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
