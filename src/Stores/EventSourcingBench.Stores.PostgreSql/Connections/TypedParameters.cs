using NpgsqlTypes;

namespace EventSourcingBench.Stores.PostgreSql.Connections;

/// <summary>Sets a statement's parameters in order. The first execution declares them with types; later ones replace the values.</summary>
internal readonly record struct TypedParameters(NpgsqlParameterCollection Parameters, int Next = 0)
{
    private static readonly Dictionary<Type, NpgsqlDbType> Types = new()
    {
        [typeof(bool)] = NpgsqlDbType.Boolean,
        [typeof(int)] = NpgsqlDbType.Integer,
        [typeof(long)] = NpgsqlDbType.Bigint,
        [typeof(ulong)] = NpgsqlDbType.Xid8,
        [typeof(Guid)] = NpgsqlDbType.Uuid,
        [typeof(string)] = NpgsqlDbType.Text,
        [typeof(DateTime)] = NpgsqlDbType.TimestampTz,
        [typeof(ReadOnlyMemory<byte>)] = NpgsqlDbType.Json,
        [typeof(ReadOnlyMemory<byte>?)] = NpgsqlDbType.Json,
    };

    public TypedParameters Then<T>(T value)
    {
        if (Next == Parameters.Count)
        {
            Parameters.Add(new NpgsqlParameter<T>
            {
                NpgsqlDbType = typeof(T).IsArray ? NpgsqlDbType.Array | Types[typeof(T).GetElementType()!] : Types[typeof(T)],
            });
        }

        ((NpgsqlParameter<T>)Parameters[Next]).TypedValue = value;
        return this with { Next = Next + 1 };
    }
}

internal static class OptionalJson
{
    /// <summary>Null for an empty document. Without the explicit type, null would become an empty memory.</summary>
    public static ReadOnlyMemory<byte>? OrNull(this ReadOnlyMemory<byte> json) => json.IsEmpty ? default(ReadOnlyMemory<byte>?) : json;
}
