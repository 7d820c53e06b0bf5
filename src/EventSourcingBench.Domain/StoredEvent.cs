using System.Text.Json.Serialization.Metadata;

namespace EventSourcingBench.Domain;

/// <summary>Events as stores keep them: the type is the name of the record, the data its JSON.</summary>
public static class StoredEvent
{
    /// <summary>The event to append; a retry takes the same id.</summary>
    public static EventData Write(Guid id, object happened, JsonTypeInfo json, ReadOnlyMemory<byte> metadata = default) =>
        new(id, json.Type.Name, JsonSerializer.SerializeToUtf8Bytes(happened, json)) { Metadata = metadata };

    /// <exception cref="ForeignEventException">It is of another type, or its data is not that of its type.</exception>
    public static T Read<T>(RecordedEvent recorded, JsonTypeInfo<T> json)
        where T : class => Read(recorded.Id, recorded.Type, recorded.Data.Span, json);

    /// <exception cref="ForeignEventException">It is of another type, or its data is not that of its type.</exception>
    public static T Read<T>(Guid id, string type, ReadOnlySpan<byte> data, JsonTypeInfo<T> json)
        where T : class
    {
        if (type != typeof(T).Name)
            throw new ForeignEventException(id, $"has the type {type}, not {typeof(T).Name}.");

        try
        {
            return JsonSerializer.Deserialize(data, json) ?? throw new ForeignEventException(id, $"is not a {type}: it holds null.");
        }
        catch (JsonException e)
        {
            throw new ForeignEventException(id, $"is not a {type}: {e.Message}", e);
        }
    }
}

/// <summary>A stored event is not one that its reader expects: another has written to the store, in another format. The message names the
/// event's identity, what it is, and what was expected.</summary>
public sealed class ForeignEventException(Guid id, string what, Exception? inner = null) : FormatException($"Event {id} {what}", inner);

/// <summary>What events say about themselves. One in eight has metadata: a store that loses it is found, and sizes hardly grow.</summary>
public static class EventMetadata
{
    /// <summary>The metadata of an event, which follows from its id; empty for seven in eight.</summary>
    public static ReadOnlyMemory<byte> Of(Guid id)
    {
        Span<byte> bytes = stackalloc byte[16];
        id.TryWriteBytes(bytes);
        if ((bytes[^1] & 0x0E) != 0)
            return default;

        bytes[^1] &= 0xFE;
        return Encoding.UTF8.GetBytes($"{{\"correlationId\":\"{new Guid(bytes)}\"}}");
    }
}
