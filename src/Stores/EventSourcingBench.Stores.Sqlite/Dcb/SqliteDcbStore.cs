namespace EventSourcingBench.Stores.Sqlite.Dcb;

/// <summary>Events with tags in one database file. Each read returns the head of the snapshot that it reads.</summary>
internal sealed class SqliteDcbStore(StoreContext context) : IStore, IDcbEventStore
{
    private const int MostInAPage = 1000;
    private const int MostBytesInAPage = 4 * 1024 * 1024;

    private readonly SqliteDatabase _database = new(context, Sql.Load("101_dcb_schema"), Sql.Load("127_dcb_head"));

    public StoreCapabilities Capabilities =>
        StoreCapabilities.IdempotentAppend | StoreCapabilities.GlobalPosition | StoreCapabilities.Persistent | StoreCapabilities.KeepsBytes;

    public IStoreInspector Inspector => _database;

    public Task<StoreDescription> DescribeAsync(CancellationToken cancellationToken = default) => _database.DescribeAsync(
        "conditions are checked inside the transaction by an index on (tag, position, type), from the rarest tag of an item; "
            + "each commit wakes subscriptions",
        cancellationToken);

    public ValueTask DisposeAsync() => _database.DisposeAsync();

    public ValueTask<DcbReadResult> ReadAsync(
        DcbQuery query, long after = 0, int limit = int.MaxValue, CancellationToken cancellationToken = default)
    {
        cancellationToken.ThrowIfCancellationRequested();
        return ValueTask.FromResult(Read(query, after, limit, long.MaxValue));
    }

    public IAsyncEnumerable<DcbRecordedEvent> SubscribeAsync(
        DcbQuery query, long after = 0, CancellationToken cancellationToken = default) =>
        _database.Committed.FollowAsync(after, position => Read(query, position, MostInAPage, MostBytesInAPage), cancellationToken);

    public ValueTask<DcbAppendResult> AppendAsync(
        IReadOnlyList<DcbEvent> events, DcbAppendCondition? condition, CancellationToken cancellationToken = default)
    {
        Appends.RequireEvents(events);
        return _database.File.Writer.RunAsync(new DcbAppend(events, condition).Append, cancellationToken);
    }

    private DcbReadResult Read(DcbQuery query, long after, int limit, long mostBytes) =>
        _database.File.Readers.Read(connection =>
        {
            var events = new List<DcbRecordedEvent>();
            var bytes = 0L;
            foreach (var found in QueryBinding.Read(connection, query, after, limit).Rows(row => Event(connection.Names, row)))
            {
                events.Add(found);
                bytes += found.Event.Data.Length + found.Event.Metadata.Length;
                if (bytes >= mostBytes)
                    break;
            }

            return new DcbReadResult(events, connection.Script("127_dcb_head").First(static s => s.Int64(0)));
        });

    private static DcbRecordedEvent Event(NameCache names, SqliteStatement row) => new(
        row.Int64(0),
        new EventData(row.Guid(1), names.Name(row.Bytes(2)), row.Bytes(4).ToArray()) { Metadata = row.Bytes(5).ToArray() },
        ReadTags(names, row.Bytes(3)));

    // A JSON array. Strings of known tags are reused.
    private static List<string> ReadTags(NameCache names, ReadOnlySpan<byte> json)
    {
        var reader = new Utf8JsonReader(json);
        var tags = new List<string>(2);
        while (reader.Read())
        {
            if (reader.TokenType == JsonTokenType.String)
                tags.Add(reader.ValueIsEscaped ? reader.GetString()! : names.Name(reader.ValueSpan));
        }

        return tags;
    }
}
