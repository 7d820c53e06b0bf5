using System.Buffers;

namespace EventSourcingBench.Stores.Etcd.Client;

/// <summary>
/// A transaction as JSON: the puts are carried out if a key is missing. Otherwise, or if there are no puts, the ranges are
/// read.
/// </summary>
internal static class TransactionBody
{
    /// <summary>Puts all pairs if the key is missing, otherwise reads the range.</summary>
    public static ReadOnlyMemory<byte> PutIfAbsent(
        byte[] absent, IEnumerable<(byte[] Key, ReadOnlyMemory<byte> Value)> puts, in KeyRange otherwise)
    {
        var buffer = new ArrayBufferWriter<byte>(4096);
        using var json = new Utf8JsonWriter(buffer);
        json.WriteStartObject();
        json.WriteStartArray("compare");
        json.WriteStartObject();
        json.WriteBase64String("key", absent);
        json.WriteString("target", "CREATE");
        json.WriteString("create_revision", "0");
        json.WriteEndObject();
        json.WriteEndArray();
        json.WriteStartArray("success");
        foreach (var (key, value) in puts)
        {
            json.WriteStartObject();
            json.WriteStartObject("request_put");
            json.WriteBase64String("key", key);
            json.WriteBase64String("value", value.Span);
            json.WriteEndObject();
            json.WriteEndObject();
        }

        json.WriteEndArray();
        json.WriteStartArray("failure");
        Write(json, otherwise);
        json.WriteEndArray();
        json.WriteEndObject();
        json.Flush();
        return buffer.WrittenMemory;
    }

    /// <summary>Reads ranges, all at one revision.</summary>
    public static ReadOnlyMemory<byte> Read(IEnumerable<KeyRange> ranges)
    {
        var buffer = new ArrayBufferWriter<byte>(4096);
        using var json = new Utf8JsonWriter(buffer);
        json.WriteStartObject();
        json.WriteStartArray("success");
        foreach (var range in ranges)
        {
            Write(json, range);
        }

        json.WriteEndArray();
        json.WriteEndObject();
        json.Flush();
        return buffer.WrittenMemory;
    }

    private static void Write(Utf8JsonWriter json, in KeyRange range)
    {
        json.WriteStartObject();
        json.WriteStartObject("request_range");
        range.WriteTo(json);
        json.WriteEndObject();
        json.WriteEndObject();
    }
}
