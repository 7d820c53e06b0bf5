namespace EventSourcingBench.Domain.Items;

/// <summary>The state of a stream at a version.</summary>
/// <param name="Version">1 or more.</param>
/// <param name="Digest">A digest of its events' versions and content.</param>
public sealed record StreamSnapshot(long Version, long Digest)
{
    /// <exception cref="ForeignEventException">It is none, or of a version that no stream has.</exception>
    public static StreamSnapshot Read(RecordedEvent recorded) =>
        StoredEvent.Read(recorded, ItemJson.Default.StreamSnapshot) is { Version: >= 1 and < long.MaxValue } snapshot ? snapshot
            : throw new ForeignEventException(recorded.Id, "is a snapshot of a version that no stream has.");

    public EventData ToEventData(Guid id) => StoredEvent.Write(id, this, ItemJson.Default.StreamSnapshot);
}

/// <summary>How snapshots of streams are written as JSON.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, RespectRequiredConstructorParameters = true,
    RespectNullableAnnotations = true, AllowDuplicateProperties = false)]
[JsonSerializable(typeof(StreamSnapshot))]
public sealed partial class ItemJson : JsonSerializerContext;
