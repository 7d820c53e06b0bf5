using Npgsql;

namespace EventSourcingBench.Stores.PostgreSql.Dcb;

/// <summary>
/// The rows of a read: number of the query, head, event. Every query has at least one row. The last column contains the
/// decisions on appends; if there are also reads, in a row without a number.
/// </summary>
internal static class DcbRows
{
    public static int Number(NpgsqlDataReader row) => row.GetInt32(0);

    public static long Head(NpgsqlDataReader row) => row.GetInt64(1);

    /// <summary>Whether the row contains the decisions on appends.</summary>
    public static bool IsDecision(NpgsqlDataReader row) => row.IsDBNull(0);

    /// <summary>The position of the last event per append; null if its condition failed; 0 if it is undecided.</summary>
    public static long?[] Decided(NpgsqlDataReader row) => row.GetFieldValue<long?[]>(row.FieldCount - 1);

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
}
