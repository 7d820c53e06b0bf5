using System.Buffers;

namespace EventSourcingBench.Stores.Etcd.Client;

/// <summary>Keys from a first one, inclusive, to an end, exclusive, in key order.</summary>
/// <param name="From">The first key.</param>
/// <param name="To">The end; null for the single key.</param>
/// <param name="Limit">The maximum number of keys; 0 for all.</param>
internal readonly record struct KeyRange(byte[] From, byte[]? To = null, int Limit = 0)
{
    /// <summary>The range as a separate request.</summary>
    public ReadOnlyMemory<byte> ToBody()
    {
        var buffer = new ArrayBufferWriter<byte>(256);
        using var json = new Utf8JsonWriter(buffer);
        json.WriteStartObject();
        WriteTo(json);
        json.WriteEndObject();
        json.Flush();
        return buffer.WrittenMemory;
    }

    /// <summary>The range's properties.</summary>
    public void WriteTo(Utf8JsonWriter json)
    {
        json.WriteBase64String("key", From);
        if (To is not null)
        {
            json.WriteBase64String("range_end", To);
        }

        if (Limit > 0)
        {
            json.WriteNumber("limit", Limit);
        }
    }
}
