using System.Runtime.CompilerServices;

namespace EventSourcingBench.Stores.Sqlite.Dcb;

/// <summary>Appends through the writer. Reads on the read connections, each with the head of the same snapshot.</summary>
internal sealed class SqliteDcbEvents(SqliteDatabase database) : IDcbEventStore
{
    private const int MostInAPage = 1000;
    private const int MostBytesInAPage = 4 * 1024 * 1024;

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
                await database.Committed.WaitBehindAsync(after, cancellationToken);
            }
        }
    }

    public ValueTask<DcbAppendResult> AppendAsync(
        IReadOnlyList<DcbEvent> events, DcbAppendCondition? condition, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(events);
        return events.Count == 0
            ? throw new ArgumentException("There is no event to append.", nameof(events))
            : new DcbAppendRequest(events, condition, cancellationToken).SendAsync(database.Writer);
    }

    private DcbReadResult Read(DcbQuery query, long after, int limit, long mostBytes) =>
        database.Readers.Read((query, after, limit, mostBytes), static (connection, of) =>
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

            return new DcbReadResult(events, connection.Number(DcbSql.Head));
        });

    private static DcbRecordedEvent Event(NameCache names, SqliteStatement row) => new(
        row.Int64(0),
        new EventData(row.Guid(1), names.Name(row.Bytes(2)), row.Bytes(4).ToArray()) { Metadata = row.Bytes(5).ToArray() },
        TagsText.Read(names, row.Bytes(3)));
}
