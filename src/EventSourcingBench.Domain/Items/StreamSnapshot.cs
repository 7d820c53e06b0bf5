namespace EventSourcingBench.Domain.Items;

/// <summary>The state of a stream at a version.</summary>
/// <param name="Version">1 or more.</param>
/// <param name="Digest">A digest of its events' versions and content.</param>
public sealed record StreamSnapshot(long Version, long Digest)
{
    /// <summary>The type of its event.</summary>
    public const string EventType = nameof(StreamSnapshot);

    /// <summary>The snapshot of a stored event.</summary>
    /// <param name="recorded">The event.</param>
    /// <exception cref="ForeignEventException">It is no snapshot of a stream.</exception>
    public static StreamSnapshot Of(RecordedEvent recorded)
    {
        ArgumentNullException.ThrowIfNull(recorded);
        return recorded.Type == EventType
            ? StoredJson.Read(recorded.Id, recorded.Data.Span, DomainJson.Default.StreamSnapshot)
            : throw new ForeignEventException(recorded.Id, $"has the type {recorded.Type}, not {EventType}.");
    }

    /// <summary>The event that stores it.</summary>
    /// <param name="id">Its id.</param>
    public EventData ToEventData(Guid id) => new(id, EventType, JsonSerializer.SerializeToUtf8Bytes(this, DomainJson.Default.StreamSnapshot));
}
