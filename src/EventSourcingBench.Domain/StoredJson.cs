using System.Text.Json.Serialization.Metadata;

namespace EventSourcingBench.Domain;

/// <summary>Reads what stores keep.</summary>
internal static class StoredJson
{
    /// <summary>The object of a stored event's data.</summary>
    /// <exception cref="ForeignEventException">The data is not that of its type.</exception>
    public static T Read<T>(Guid id, ReadOnlySpan<byte> data, JsonTypeInfo<T> type)
        where T : class
    {
        try
        {
            return JsonSerializer.Deserialize(data, type)
                ?? throw new ForeignEventException(id, $"is not a {typeof(T).Name}: it holds null.");
        }
        catch (JsonException e)
        {
            throw new ForeignEventException(id, $"is not a {typeof(T).Name}: {e.Message}", e);
        }
    }
}
