using Npgsql;
using NpgsqlTypes;

namespace EventSourcingBench.Stores.PostgreSql.Connections;

/// <summary>Parameters with types, declared in the order of the statement; their values are set for each execution.</summary>
internal static class TypedParameters
{
    public static NpgsqlParameterCollection Integers(this NpgsqlParameterCollection parameters) =>
        parameters.With<int[]>(NpgsqlDbType.Array | NpgsqlDbType.Integer);

    public static NpgsqlParameterCollection Longs(this NpgsqlParameterCollection parameters) =>
        parameters.With<long[]>(NpgsqlDbType.Array | NpgsqlDbType.Bigint);

    public static NpgsqlParameterCollection Texts(this NpgsqlParameterCollection parameters) =>
        parameters.With<string[]>(NpgsqlDbType.Array | NpgsqlDbType.Text);

    public static NpgsqlParameterCollection Ids(this NpgsqlParameterCollection parameters) =>
        parameters.With<Guid[]>(NpgsqlDbType.Array | NpgsqlDbType.Uuid);

    public static NpgsqlParameterCollection Documents(this NpgsqlParameterCollection parameters) =>
        parameters.With<ReadOnlyMemory<byte>[]>(NpgsqlDbType.Array | NpgsqlDbType.Json);

    public static NpgsqlParameterCollection OptionalDocuments(this NpgsqlParameterCollection parameters) =>
        parameters.With<ReadOnlyMemory<byte>?[]>(NpgsqlDbType.Array | NpgsqlDbType.Json);

    public static NpgsqlParameterCollection With<T>(this NpgsqlParameterCollection parameters, NpgsqlDbType type)
    {
        parameters.Add(new NpgsqlParameter<T> { NpgsqlDbType = type });
        return parameters;
    }

    /// <summary>Sets the value of the parameter with this index, from 0.</summary>
    public static void Set<T>(this NpgsqlParameterCollection parameters, int index, T value) =>
        ((NpgsqlParameter<T>)parameters[index]).TypedValue = value;

    /// <summary>Null for an empty document. Without the explicit type, null would become an empty memory.</summary>
    public static ReadOnlyMemory<byte>? OrNull(this ReadOnlyMemory<byte> json) =>
        json.IsEmpty ? default(ReadOnlyMemory<byte>?) : json;
}
