using System.Buffers;
using System.Text.Encodings.Web;

namespace EventSourcingBench.Stores.Sqlite.Dcb;

/// <summary>An event's tags as a JSON array, as stored in the events table.</summary>
internal static class TagsText
{
    private static readonly JsonWriterOptions Options = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping, SkipValidation = true };

    /// <summary>Appends the array to the buffer.</summary>
    public static void Write(ArrayBufferWriter<byte> buffer, IReadOnlyList<string> tags)
    {
        using var writer = new Utf8JsonWriter(buffer, Options);
        writer.WriteStartArray();
        foreach (var tag in tags)
        {
            writer.WriteStringValue(tag);
        }

        writer.WriteEndArray();
    }

    /// <summary>Reads the array. Strings of known tags are reused.</summary>
    public static IReadOnlyList<string> Read(NameCache names, ReadOnlySpan<byte> json)
    {
        var reader = new Utf8JsonReader(json);
        var tags = new List<string>(2);
        while (reader.Read())
        {
            if (reader.TokenType == JsonTokenType.String)
            {
                tags.Add(reader.ValueIsEscaped ? reader.GetString()! : names.Name(reader.ValueSpan));
            }
        }

        return tags;
    }
}
