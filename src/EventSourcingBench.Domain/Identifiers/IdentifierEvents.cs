using System.Text.Json.Serialization;

namespace EventSourcingBench.Domain.Identifiers;

/// <summary>Events of lists of identifiers as stores keep them.</summary>
public static class IdentifierEvents
{
    /// <summary>The event to append; a retry takes the same id.</summary>
    public static EventData ToEventData(Guid id, IdentifiersAdded added) =>
        StoredEvent.Write(id, added, IdentifierJson.Default.IdentifiersAdded);

    /// <summary>The snapshot to append; a retry takes the same id.</summary>
    public static EventData ToEventData(Guid id, IdentifiersSnapshot snapshot) =>
        StoredEvent.Write(id, snapshot, IdentifierJson.Default.IdentifiersSnapshot);

    /// <summary>The event of a stored one.</summary>
    /// <exception cref="ForeignEventException">It is of another type, or its data is not that of its type.</exception>
    public static IdentifiersAdded FromRecorded(RecordedEvent recorded) =>
        StoredEvent.Read(recorded.Id, recorded.Type, recorded.Data.Span, IdentifierJson.Default.IdentifiersAdded);

    /// <summary>The snapshot of a stored event.</summary>
    /// <exception cref="ForeignEventException">It is of another type, or its data is not that of its type.</exception>
    public static IdentifiersSnapshot SnapshotFromRecorded(RecordedEvent recorded) =>
        StoredEvent.Read(recorded.Id, recorded.Type, recorded.Data.Span, IdentifierJson.Default.IdentifiersSnapshot);
}

/// <summary>How lists of identifiers are written as JSON: camelCase, arrays read without a spare copy.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    RespectRequiredConstructorParameters = true,
    RespectNullableAnnotations = true,
    AllowDuplicateProperties = false,
    Converters = [typeof(StringListConverter)])]
[JsonSerializable(typeof(IdentifiersAdded))]
[JsonSerializable(typeof(IdentifiersSnapshot))]
public sealed partial class IdentifierJson : JsonSerializerContext;
