using Npgsql;
using NpgsqlTypes;

namespace EventSourcingBench.Stores.PostgreSql.Dcb;

/// <summary>Typed parameters, in the order of the statement.</summary>
internal static class DcbParameters
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
}
