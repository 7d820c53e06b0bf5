using Npgsql;
using NpgsqlTypes;

namespace EventSourcingBench.Stores.PostgreSql;

/// <summary>Typed parameters, declared and filled in the order of the statement.</summary>
internal static class DcbParameters
{
    public static NpgsqlBatchCommand Integers(this NpgsqlBatchCommand command) => command.With<int[]>(NpgsqlDbType.Array | NpgsqlDbType.Integer);

    public static NpgsqlBatchCommand Longs(this NpgsqlBatchCommand command) => command.With<long[]>(NpgsqlDbType.Array | NpgsqlDbType.Bigint);

    public static NpgsqlBatchCommand Texts(this NpgsqlBatchCommand command) => command.With<string[]>(NpgsqlDbType.Array | NpgsqlDbType.Text);

    public static NpgsqlBatchCommand Ids(this NpgsqlBatchCommand command) => command.With<Guid[]>(NpgsqlDbType.Array | NpgsqlDbType.Uuid);

    public static NpgsqlBatchCommand Documents(this NpgsqlBatchCommand command) =>
        command.With<ReadOnlyMemory<byte>[]>(NpgsqlDbType.Array | NpgsqlDbType.Json);

    public static NpgsqlBatchCommand OptionalDocuments(this NpgsqlBatchCommand command) =>
        command.With<ReadOnlyMemory<byte>?[]>(NpgsqlDbType.Array | NpgsqlDbType.Json);

    public static NpgsqlBatchCommand With<T>(this NpgsqlBatchCommand command, NpgsqlDbType type)
    {
        command.Parameters.Add(new NpgsqlParameter<T> { NpgsqlDbType = type });
        return command;
    }

    public static void Set<T>(this NpgsqlBatchCommand command, int index, T value) =>
        ((NpgsqlParameter<T>)command.Parameters[index]).TypedValue = value;
}
