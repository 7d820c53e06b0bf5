using System.Runtime.InteropServices;
using System.Text.Json.Serialization;

namespace EventSourcingBench.Stores.Marten;

/// <summary>The single .NET type of all events: the caller's data, not parsed. In <c>mt_events.data</c> it is
/// <c>{"type": …, "data": {…}, "metadata": {…}}</c>, with <c>"tags": […]</c> if there are any.</summary>
/// <param name="Metadata">The event's metadata as UTF-8 JSON; default for none.</param>
public sealed record StoredEvent(
    [property: JsonPropertyName("type")] string Type,
    [property: JsonPropertyName("data"), JsonConverter(typeof(RawJsonConverter))] ReadOnlyMemory<byte> Data,
    [property: JsonPropertyName("metadata"), JsonConverter(typeof(RawJsonConverter))]
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    ReadOnlyMemory<byte> Metadata)
{
    /// <summary>The event's tags; null for none. Marten finds events by tags but does not return them, so they are stored here as
    /// well.</summary>
    [JsonPropertyName("tags"), JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<string>? Tags { get; init; }

    public static Event<StoredEvent> Wrap(EventData given, IReadOnlyList<string>? tags = null) =>
        new(new StoredEvent(given.Type, given.Data, given.Metadata.IsEmpty ? default : given.Metadata)
        {
            Tags = tags is { Count: > 0 } ? tags : null,
        })
        { Id = given.Id };

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

/// <summary>Writes JSON without changes, and reads it back.</summary>
internal sealed class RawJsonConverter : JsonConverter<ReadOnlyMemory<byte>>
{
    public override ReadOnlyMemory<byte> Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
    {
        using var document = JsonDocument.ParseValue(ref reader);
        return JsonMarshal.GetRawUtf8Value(document.RootElement).ToArray();
    }

    public override void Write(Utf8JsonWriter writer, ReadOnlyMemory<byte> value, JsonSerializerOptions options) =>
        writer.WriteRawValue(value.Span);
}
