using EventSourcingBench.Abstractions;
using Npgsql;
using NpgsqlTypes;

namespace EventSourcingBench.Stores.PostgreSql;

/// <summary>Read model rows as parameters and as columns.</summary>
internal static class ProjectionRows
{
    public static void Fill(
        NpgsqlParameterCollection save, string projection, FeedPlace after, FeedPlace to, IReadOnlyList<ReadModelRow> rows)
    {
        Add(projection, NpgsqlDbType.Text);
        Add(after.TransactionId, NpgsqlDbType.Xid8);
        Add(after.Position, NpgsqlDbType.Bigint);
        Add(to.TransactionId, NpgsqlDbType.Xid8);
        Add(to.Position, NpgsqlDbType.Bigint);
        Add(rows.Select(r => r.EventId).ToArray(), NpgsqlDbType.Array | NpgsqlDbType.Uuid);
        Add(rows.Select(r => r.Group).ToArray(), NpgsqlDbType.Array | NpgsqlDbType.Text);
        Add(rows.Select(r => r.Amount).ToArray(), NpgsqlDbType.Array | NpgsqlDbType.Bigint);
        Add(rows.Select(r => r.ApiCallTime.UtcDateTime).ToArray(), NpgsqlDbType.Array | NpgsqlDbType.TimestampTz);
        Add(rows.Select(r => r.Document).ToArray(), NpgsqlDbType.Array | NpgsqlDbType.Json);

        void Add<T>(T value, NpgsqlDbType type) => save.Add(new NpgsqlParameter<T> { TypedValue = value, NpgsqlDbType = type });
    }

    public static ReadModelRow Read(NpgsqlDataReader reader) => new()
    {
        EventId = reader.GetGuid(0),
        Group = reader.GetString(1),
        Amount = reader.GetInt64(2),
        ApiCallTime = new DateTimeOffset(reader.GetDateTime(3)),
        Document = reader.GetFieldValue<byte[]>(4),
    };
}
