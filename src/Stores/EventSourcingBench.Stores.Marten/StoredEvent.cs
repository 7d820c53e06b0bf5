using System.Runtime.InteropServices;
using System.Text.Json.Serialization;

namespace EventSourcingBench.Stores.Marten;

/// <summary>The single .NET type of all events: the caller's data, not parsed. In <c>mt_events.data</c> it is
/// <c>{"type": …, "data": {…}, "metadata": {…}}</c>, with <c>"tags": […]</c> if there are any.</summary>
/// <param name="Metadata">The event's metadata as UTF-8 JSON; may be empty.</param>
[JsonConverter(typeof(StoredEventConverter))]
public sealed record StoredEvent(string Type, ReadOnlyMemory<byte> Data, ReadOnlyMemory<byte> Metadata)
{
    /// <summary>The event's tags. Marten finds events by tags but does not return them, so they are stored here as well.</summary>
    public IReadOnlyList<string> Tags { get; init; } = [];

    public static Event<StoredEvent> Wrap(EventData given, IReadOnlyList<string>? tags = null) =>
        new(new StoredEvent(given.Type, given.Data, given.Metadata) { Tags = tags ?? [] }) { Id = given.Id };

    public static RecordedEvent Recorded(IEvent recorded)
    {
        var stored = (StoredEvent)recorded.Data;
        return new RecordedEvent
        {
            Id = recorded.Id,
            Stream = new StreamId(recorded.StreamKey!),
            Version = recorded.Version,
            Position = recorded.Sequence,
            Type = stored.Type,
            Data = stored.Data,
            Metadata = stored.Metadata,
            RecordedAt = recorded.Timestamp.ToUniversalTime(),
        };
    }
}

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
                writer.WriteStringValue(tag);

            writer.WriteEndArray();
        }

        writer.WriteEndObject();
    }

    private static byte[] Bytes(JsonElement element) => JsonMarshal.GetRawUtf8Value(element).ToArray();
}
