using System.Text.Json.Serialization.Metadata;

namespace EventSourcingBench.Domain.Identifiers;

/// <summary>Events of lists of identifiers as stores keep them.</summary>
public static class IdentifierEvents
{
    /// <summary>The event to append.</summary>
    /// <param name="id">Its identity; a retry takes the same.</param>
    /// <param name="added">The event.</param>
    public static EventData ToEventData(Guid id, IdentifiersAdded added) =>
        new(id, IdentifiersAdded.EventType, JsonSerializer.SerializeToUtf8Bytes(added, IdentifierJson.Default.IdentifiersAdded));

    /// <summary>The snapshot to append.</summary>
    /// <param name="id">Its identity; a retry takes the same.</param>
    /// <param name="snapshot">The snapshot.</param>
    public static EventData ToEventData(Guid id, IdentifiersSnapshot snapshot) =>
        new(id, IdentifiersSnapshot.EventType, JsonSerializer.SerializeToUtf8Bytes(snapshot, IdentifierJson.Default.IdentifiersSnapshot));

    /// <summary>The event of a stored one.</summary>
    /// <param name="recorded">What a store gave back.</param>
    /// <exception cref="ForeignEventException">It is of another type, or its data is not that of its type.</exception>
    public static IdentifiersAdded FromRecorded(RecordedEvent recorded) =>
        Read(recorded, IdentifiersAdded.EventType, IdentifierJson.Default.IdentifiersAdded);

    /// <summary>The snapshot of a stored event.</summary>
    /// <param name="recorded">What a store gave back.</param>
    /// <exception cref="ForeignEventException">It is of another type, or its data is not that of its type.</exception>
    public static IdentifiersSnapshot SnapshotFromRecorded(RecordedEvent recorded) =>
        Read(recorded, IdentifiersSnapshot.EventType, IdentifierJson.Default.IdentifiersSnapshot);

    private static T Read<T>(RecordedEvent recorded, string type, JsonTypeInfo<T> json)
        where T : class
    {
        ArgumentNullException.ThrowIfNull(recorded);
        return recorded.Type == type
            ? StoredJson.Read(recorded.Id, recorded.Data.Span, json)
            : throw new ForeignEventException(recorded.Id, $"has the type {recorded.Type}, not {type}.");
    }
}
