using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace EventSourcingBench.Domain;

/// <summary>Reads what stores keep.</summary>
internal static class StoredJson
{
    /// <summary>The object of a stored event's data.</summary>
    /// <exception cref="FormatException">The data is not that of its type.</exception>
    public static T Read<T>(ReadOnlySpan<byte> data, JsonTypeInfo<T> type)
        where T : class
    {
        try
        {
            return JsonSerializer.Deserialize(data, type) ?? throw new FormatException($"A {typeof(T).Name} holds null.");
        }
        catch (JsonException e)
        {
            throw new FormatException($"This is no {typeof(T).Name}: {e.Message}", e);
        }
    }
}
