using JasperFx.Events;

namespace EventSourcingBench.Stores.Marten;

/// <summary>Converts Marten's events to the contract's.</summary>
internal static class RecordedEvents
{
    public static RecordedEvent From(IEvent recorded) => From(recorded, (StoredEvent)recorded.Data);

    public static RecordedEvent From(IEvent recorded, StoredEvent stored) => new()
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
