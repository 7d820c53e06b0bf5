using System.Text.Json;
using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Domain;

/// <summary>Events of currencies as stores keep them.</summary>
public static class CurrencyEvents
{
    /// <summary>The event to append.</summary>
    /// <param name="id">Its identity; a retry takes the same.</param>
    /// <param name="added">The event.</param>
    public static EventData ToEventData(Guid id, CurrencyInfoAdded added) =>
        new(id, CurrencyInfoAdded.EventType, JsonSerializer.SerializeToUtf8Bytes(added, DomainJson.Default.CurrencyInfoAdded));

    /// <summary>The event of a stored one.</summary>
    /// <param name="recorded">What a store gave back.</param>
    /// <exception cref="FormatException">It is of another type, or its data is not that of its type.</exception>
    public static CurrencyInfoAdded FromRecorded(RecordedEvent recorded)
    {
        ArgumentNullException.ThrowIfNull(recorded);
        if (recorded.Type != CurrencyInfoAdded.EventType)
        {
            throw new FormatException($"Event {recorded.Id} is a {recorded.Type}, not a {CurrencyInfoAdded.EventType}.");
        }

        try
        {
            return JsonSerializer.Deserialize(recorded.Data.Span, DomainJson.Default.CurrencyInfoAdded)
                ?? throw new FormatException($"Event {recorded.Id} holds null.");
        }
        catch (JsonException e)
        {
            throw new FormatException($"Event {recorded.Id} is not a {CurrencyInfoAdded.EventType}: {e.Message}", e);
        }
    }
}
