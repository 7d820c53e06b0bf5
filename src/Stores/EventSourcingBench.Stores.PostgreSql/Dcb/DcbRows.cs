using EventSourcingBench.Abstractions;
using Npgsql;

namespace EventSourcingBench.Stores.PostgreSql;

/// <summary>The rows of a reading: number of the query, head, event. Every query has one row at least.</summary>
internal static class DcbRows
{
    public static int Number(NpgsqlDataReader row) => row.GetInt32(0);

    public static long Head(NpgsqlDataReader row) => row.GetInt64(1);

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
