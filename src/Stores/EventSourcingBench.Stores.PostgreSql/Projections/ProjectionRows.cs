using Npgsql;
using NpgsqlTypes;

namespace EventSourcingBench.Stores.PostgreSql.Projections;

/// <summary>Maps read model rows to parameters and columns.</summary>
internal static class ProjectionRows
{
    public static void Declare(NpgsqlCommand save)
    {
        Add<string>(save, NpgsqlDbType.Text);
        Add<ulong>(save, NpgsqlDbType.Xid8);
        Add<long>(save, NpgsqlDbType.Bigint);
        Add<ulong>(save, NpgsqlDbType.Xid8);
        Add<long>(save, NpgsqlDbType.Bigint);
        Add<Guid[]>(save, NpgsqlDbType.Array | NpgsqlDbType.Uuid);
        Add<string[]>(save, NpgsqlDbType.Array | NpgsqlDbType.Text);
        Add<long[]>(save, NpgsqlDbType.Array | NpgsqlDbType.Bigint);
        Add<DateTime[]>(save, NpgsqlDbType.Array | NpgsqlDbType.TimestampTz);
        Add<ReadOnlyMemory<byte>[]>(save, NpgsqlDbType.Array | NpgsqlDbType.Json);
    }

    public static void Fill(NpgsqlCommand save, string projection, FeedPlace from, FeedPlace to, IReadOnlyList<ReadModelRow> rows)
    {
        Set(save, 0, projection);
        Set(save, 1, from.TransactionId);
        Set(save, 2, from.Position);
        Set(save, 3, to.TransactionId);
        Set(save, 4, to.Position);
        Set(save, 5, rows.Select(r => r.EventId).ToArray());
        Set(save, 6, rows.Select(r => r.Group).ToArray());
        Set(save, 7, rows.Select(r => r.Amount).ToArray());
        Set(save, 8, rows.Select(r => r.ApiCallTime.UtcDateTime).ToArray());
        Set(save, 9, rows.Select(r => r.Document).ToArray());
    }

    public static ReadModelRow Read(NpgsqlDataReader reader) => new()
    {
        EventId = reader.GetGuid(0),
        Group = reader.GetString(1),
        Amount = reader.GetInt64(2),
        ApiCallTime = new DateTimeOffset(reader.GetDateTime(3)),
        Document = reader.GetFieldValue<byte[]>(4),
    };

    private static void Add<T>(NpgsqlCommand command, NpgsqlDbType type) =>
        command.Parameters.Add(new NpgsqlParameter<T> { NpgsqlDbType = type });

    private static void Set<T>(NpgsqlCommand command, int index, T value) =>
        ((NpgsqlParameter<T>)command.Parameters[index]).TypedValue = value;
}
