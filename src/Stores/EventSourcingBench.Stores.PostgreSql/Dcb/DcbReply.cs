using Npgsql;

namespace EventSourcingBench.Stores.PostgreSql.Dcb;

/// <summary>
/// The answer to reads and appends, consumed query by query as it arrives. The rows of a read: number of the query, head, event;
/// every query has at least one. The last column contains the decisions on appends; if there are also reads, in a row without a
/// number.
/// </summary>
internal sealed class DcbReply(NpgsqlDataReader rows, bool hasReads, bool hasAppends) : IDisposable
{
    private int _last = -1;
    private bool? _hasRow;

    /// <summary>The position of the last event per append, known at the end; null if its condition failed; 0 if it is undecided.</summary>
    public long?[] Decided { get; private set; } = [];

    public static long Head(NpgsqlDataReader row) => row.GetInt64(1);

    /// <summary>The event, or null if the query found none.</summary>
    public static DcbRecordedEvent? Event(NpgsqlDataReader row) => row.IsDBNull(2)
        ? null
        : new DcbRecordedEvent(
            row.GetInt64(2),
            new EventData(row.GetGuid(3), row.GetString(4), row.GetFieldValue<byte[]>(6))
            {
                Metadata = row.IsDBNull(7) ? default(ReadOnlyMemory<byte>) : row.GetFieldValue<byte[]>(7),
            },
            row.GetFieldValue<string[]>(5));

    /// <summary>The index of the next query, from 0, and its matches; null at the end of the answer.</summary>
    public (int Query, DcbReadResult Result)? Next()
    {
        _hasRow ??= rows.Read();
        if (_hasRow == true && hasAppends && (!hasReads || rows.IsDBNull(0)))
        {
            Decided = rows.GetFieldValue<long?[]>(rows.FieldCount - 1);
            _hasRow = rows.Read();
        }

        if (_hasRow != true)
        {
            rows.NextResult();
            return null;
        }

        var query = rows.GetInt32(0) - 1;
        if (query <= _last)
            throw new InvalidOperationException("The rows of a read arrived out of order.");

        _last = query;
        var head = Head(rows);
        var events = new List<DcbRecordedEvent>();
        do
        {
            if (Event(rows) is { } recorded)
                events.Add(recorded);

            _hasRow = rows.Read();
        }
        while (_hasRow == true && !(hasAppends && rows.IsDBNull(0)) && rows.GetInt32(0) - 1 == query);

        return (query, new DcbReadResult(events, head));
    }

    public void Dispose() => rows.Dispose();
}
