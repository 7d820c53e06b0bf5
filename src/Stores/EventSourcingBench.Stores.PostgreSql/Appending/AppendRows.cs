using Npgsql;
using NpgsqlTypes;

namespace EventSourcingBench.Stores.PostgreSql.Appending;

/// <summary>Sets the parameters of the insert statements, as binary values of fixed types.</summary>
internal static class AppendRows
{
    public static void Declare(NpgsqlCommand command, bool array)
    {
        if (array)
        {
            Add<string[]>(command, NpgsqlDbType.Array | NpgsqlDbType.Text);
            Add<long[]>(command, NpgsqlDbType.Array | NpgsqlDbType.Bigint);
            Add<Guid[]>(command, NpgsqlDbType.Array | NpgsqlDbType.Uuid);
            Add<string[]>(command, NpgsqlDbType.Array | NpgsqlDbType.Text);
            Add<ReadOnlyMemory<byte>[]>(command, NpgsqlDbType.Array | NpgsqlDbType.Json);
            Add<ReadOnlyMemory<byte>?[]>(command, NpgsqlDbType.Array | NpgsqlDbType.Json);
        }
        else
        {
            Add<string>(command, NpgsqlDbType.Text);
            Add<long>(command, NpgsqlDbType.Bigint);
            Add<Guid>(command, NpgsqlDbType.Uuid);
            Add<string>(command, NpgsqlDbType.Text);
            Add<ReadOnlyMemory<byte>>(command, NpgsqlDbType.Json);
            Add<ReadOnlyMemory<byte>?>(command, NpgsqlDbType.Json);
        }
    }

    public static NpgsqlCommand FillOne(NpgsqlCommand command, AppendPart part, EventData data)
    {
        Set(command, 0, part.Stream);
        Set(command, 1, part.Base + 1);
        Set(command, 2, data.Id);
        Set(command, 3, data.Type);
        Set(command, 4, data.Data);
        Set(command, 5, OrNull(data.Metadata));
        return command;
    }

    public static NpgsqlCommand FillMany(NpgsqlCommand command, IReadOnlyList<AppendPart> parts)
    {
        var count = parts.Sum(p => p.Events.Count);
        var streams = new string[count];
        var versions = new long[count];
        var ids = new Guid[count];
        var types = new string[count];
        var data = new ReadOnlyMemory<byte>[count];
        var metadata = new ReadOnlyMemory<byte>?[count];
        var i = 0;
        foreach (var part in parts)
        {
            for (var n = 0; n < part.Events.Count; n++, i++)
            {
                var each = part.Events[n];
                streams[i] = part.Stream;
                versions[i] = part.Base + n + 1;
                ids[i] = each.Id;
                types[i] = each.Type;
                data[i] = each.Data;
                metadata[i] = OrNull(each.Metadata);
            }
        }

        Set(command, 0, streams);
        Set(command, 1, versions);
        Set(command, 2, ids);
        Set(command, 3, types);
        Set(command, 4, data);
        Set(command, 5, metadata);
        return command;
    }

    // Without the explicit type, null would become an empty memory.
    private static ReadOnlyMemory<byte>? OrNull(ReadOnlyMemory<byte> json) =>
        json.IsEmpty ? default(ReadOnlyMemory<byte>?) : json;

    private static void Add<T>(NpgsqlCommand command, NpgsqlDbType type) =>
        command.Parameters.Add(new NpgsqlParameter<T> { NpgsqlDbType = type });

    private static void Set<T>(NpgsqlCommand command, int index, T value) =>
        ((NpgsqlParameter<T>)command.Parameters[index]).TypedValue = value;
}
