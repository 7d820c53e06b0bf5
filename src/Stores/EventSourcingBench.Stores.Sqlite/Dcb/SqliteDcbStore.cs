using System.Runtime.CompilerServices;

namespace EventSourcingBench.Stores.Sqlite.Dcb;

/// <summary>
/// Events with tags in one database file. Appends through the single writer; reads on read-only connections, each with the head
/// of the same snapshot.
/// </summary>
internal sealed class SqliteDcbStore : IStore, IDcbEventStore
{
    private const int MostInAPage = 1000;
    private const int MostBytesInAPage = 4 * 1024 * 1024;

    private readonly SqliteDatabase _database;

    private SqliteDcbStore(SqliteDatabase database) => _database = database;

    public StoreCapabilities Capabilities =>
        StoreCapabilities.IdempotentAppend | StoreCapabilities.GlobalPosition | StoreCapabilities.Persistent | StoreCapabilities.KeepsBytes;

    public IDcbEventStore Dcb => this;

    /// <summary>Opens or creates the database file.</summary>
    public static Task<IStore> OpenAsync(StoreContext context, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        return Task.FromResult<IStore>(new SqliteDcbStore(SqliteDatabase.Open(context, Sql.DcbSchema, Sql.DcbHead)));
    }

    public Task<StoreDescription> DescribeAsync(CancellationToken cancellationToken = default) => _database.DescribeAsync(
        "conditions are checked inside the transaction by an index on (tag, position, type), from the rarest tag of an item; "
            + "each commit wakes subscriptions",
        cancellationToken);

    public ValueTask DisposeAsync() => _database.DisposeAsync();

    public ValueTask<DcbReadResult> ReadAsync(
        DcbQuery query, long after = 0, int limit = int.MaxValue, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(query);
        cancellationToken.ThrowIfCancellationRequested();
        return ValueTask.FromResult(Read(query, after, limit, long.MaxValue));
    }

    public async IAsyncEnumerable<DcbRecordedEvent> SubscribeAsync(
        DcbQuery query, long after = 0, [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(query);
        while (true)
        {
            cancellationToken.ThrowIfCancellationRequested();
            var page = Read(query, after, MostInAPage, MostBytesInAPage);
            foreach (var found in page.Events)
            {
                cancellationToken.ThrowIfCancellationRequested();
                yield return found;
                after = found.Position;
            }

            if (page.Events.Count == 0)
            {
                after = Math.Max(after, page.Head);
                await _database.Committed.WaitBehindAsync(after, cancellationToken);
            }
        }
    }

    public ValueTask<DcbAppendResult> AppendAsync(
        IReadOnlyList<DcbEvent> events, DcbAppendCondition? condition, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(events);
        return events.Count == 0
            ? throw new ArgumentException("There is no event to append.", nameof(events))
            : new DcbAppendRequest(events, condition, cancellationToken).SendAsync(_database.Writer);
    }

    private DcbReadResult Read(DcbQuery query, long after, int limit, long mostBytes) =>
        _database.Readers.Read((query, after, limit, mostBytes), static (connection, of) =>
        {
            var events = new List<DcbRecordedEvent>();
            var rows = QueryBinding.Read(connection, of.query, of.after, of.limit);
            try
            {
                for (long bytes = 0; bytes < of.mostBytes && rows.Step();)
                {
                    var found = Event(connection.Names, rows);
                    events.Add(found);
                    bytes += found.Event.Data.Length + found.Event.Metadata.Length;
                }
            }
            finally
            {
                rows.Reset();
            }

            return new DcbReadResult(events, connection.Number(Sql.DcbHead));
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
            {
                tags.Add(reader.ValueIsEscaped ? reader.GetString()! : names.Name(reader.ValueSpan));
            }
        }

        return tags;
    }
}
