namespace EventSourcingBench.Domain.Currencies;

/// <summary>Events of currencies as stores keep them.</summary>
public static class CurrencyEvents
{
    /// <summary>The event to append.</summary>
    /// <param name="id">Its identity; a retry takes the same.</param>
    /// <param name="added">The event.</param>
    public static EventData ToEventData(Guid id, CurrencyInfoAdded added) =>
        new(id, CurrencyInfoAdded.EventType, JsonSerializer.SerializeToUtf8Bytes(added, DomainJson.Default.CurrencyInfoAdded)) { Metadata = EventMetadata.Of(id) };

    /// <summary>The event of a stored one.</summary>
    /// <param name="recorded">What a store gave back.</param>
    /// <exception cref="ForeignEventException">It is of another type, or its data is not that of its type.</exception>
    public static CurrencyInfoAdded FromRecorded(RecordedEvent recorded)
    {
        ArgumentNullException.ThrowIfNull(recorded);
        return recorded.Type == CurrencyInfoAdded.EventType
            ? Read(recorded.Id, recorded.Data.Span)
            : throw new ForeignEventException(recorded.Id, $"has the type {recorded.Type}, not {CurrencyInfoAdded.EventType}.");
    }

    /// <summary>The event that stored data is.</summary>
    /// <param name="id">The event's identity.</param>
    /// <param name="data">The data.</param>
    /// <exception cref="ForeignEventException">It is not that of the type.</exception>
    public static CurrencyInfoAdded Read(Guid id, ReadOnlySpan<byte> data)
    {
        var added = StoredJson.Read(id, data, DomainJson.Default.CurrencyInfoAdded);
        // JSON may hold 1e999, which is read as infinity and cannot be written again.
        return double.IsFinite(added.High) && double.IsFinite(added.Low) && double.IsFinite(added.Open) && double.IsFinite(added.Close)
            ? added
            : throw new ForeignEventException(id, $"is a {CurrencyInfoAdded.EventType} with a price that is not a finite number.");
    }
}
