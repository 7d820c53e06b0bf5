using System.Runtime.InteropServices;
using System.Text.Json.Serialization;

namespace EventSourcingBench.Stores.Marten;

/// <summary>Writes an event's JSON into Marten's without changes, and reads it back.</summary>
internal sealed class StoredEventConverter : JsonConverter<StoredEvent>
{
    public override StoredEvent Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
    {
        using var document = JsonDocument.ParseValue(ref reader);
        var root = document.RootElement;
        return new StoredEvent(
            root.GetProperty("type"u8).GetString()!,
            Bytes(root.GetProperty("data"u8)),
            root.TryGetProperty("metadata"u8, out var metadata) ? Bytes(metadata) : default)
        {
            Tags = root.TryGetProperty("tags"u8, out var tags) ? [.. tags.EnumerateArray().Select(t => t.GetString()!)] : [],
        };
    }

    public override void Write(Utf8JsonWriter writer, StoredEvent value, JsonSerializerOptions options)
    {
        writer.WriteStartObject();
        writer.WriteString("type"u8, value.Type);
        writer.WritePropertyName("data"u8);
        writer.WriteRawValue(value.Data.Span);
        if (!value.Metadata.IsEmpty)
        {
            writer.WritePropertyName("metadata"u8);
            writer.WriteRawValue(value.Metadata.Span);
        }

        if (value.Tags.Count > 0)
        {
            writer.WriteStartArray("tags"u8);
            foreach (var tag in value.Tags)
            {
                writer.WriteStringValue(tag);
            }

            writer.WriteEndArray();
        }

        writer.WriteEndObject();
    }

    private static byte[] Bytes(JsonElement element) => JsonMarshal.GetRawUtf8Value(element).ToArray();
}
