using EventSourcingBench.Abstractions;
using Npgsql;

namespace EventSourcingBench.Stores.PostgreSql;

/// <summary>
/// The rows of a reading: number of the query, head, event. Every query has one row at least. What was decided of appends
/// is the last column, in a row that has no number where there was a reading too.
/// </summary>
internal static class DcbRows
{
    public static int Number(NpgsqlDataReader row) => row.GetInt32(0);

    public static long Head(NpgsqlDataReader row) => row.GetInt64(1);

    /// <summary>Whether the row of a reading with appends is that of the appends.</summary>
    public static bool IsDecision(NpgsqlDataReader row) => row.IsDBNull(0);

    /// <summary>Of each append the position of its last event; null where its condition failed; 0 where it is not decided.</summary>
    public static long?[] Decided(NpgsqlDataReader row) => row.GetFieldValue<long?[]>(row.FieldCount - 1);

    /// <summary>The event, or null in the row of a query that found none.</summary>
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
