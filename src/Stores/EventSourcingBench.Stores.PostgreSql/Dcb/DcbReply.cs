using Npgsql;

namespace EventSourcingBench.Stores.PostgreSql.Dcb;

/// <summary>The answer to reads and appends, consumed query by query as it arrives.</summary>
/// <param name="rows">The rows of the answer.</param>
/// <param name="hasReads">Whether it contains reads.</param>
/// <param name="hasAppends">Whether it contains appends.</param>
internal sealed class DcbReply(NpgsqlDataReader rows, bool hasReads, bool hasAppends) : IDisposable
{
    private int _last = -1;
    private bool? _hasRow;

    /// <summary>The decisions on the appends, by their index; known at the end. See <see cref="DcbRows.Decided"/>.</summary>
    public long?[] Decided { get; private set; } = [];

    /// <summary>The index of the next query, from 0, and its matches; null at the end of the answer.</summary>
    public (int Query, DcbReadResult Result)? Next()
    {
        _hasRow ??= rows.Read();
        if (_hasRow == true && hasAppends && (!hasReads || DcbRows.IsDecision(rows)))
        {
            Decided = DcbRows.Decided(rows);
            _hasRow = rows.Read();
        }

        if (_hasRow != true)
        {
            rows.NextResult();
            return null;
        }

        var query = DcbRows.Number(rows) - 1;
        if (query <= _last)
        {
            throw new InvalidOperationException("The rows of a read arrived out of order.");
        }

        _last = query;
        var head = DcbRows.Head(rows);
        var events = new List<DcbRecordedEvent>();
        do
        {
            if (DcbRows.Event(rows) is { } recorded)
            {
                events.Add(recorded);
            }

            _hasRow = rows.Read();
        }
        while (_hasRow == true && !(hasAppends && DcbRows.IsDecision(rows)) && DcbRows.Number(rows) - 1 == query);

        return (query, new DcbReadResult(events, head));
    }

    public void Dispose() => rows.Dispose();
}
