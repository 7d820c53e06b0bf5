using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.Shared;

/// <summary>Events of the client as events of the contract. Their versions start at 0, ours at 1.</summary>
internal static class LogEvents
{
    /// <summary>
    /// The one number that orders events: the place of the event's record in the log. Null where the server gave none.
    /// </summary>
    public static long? Number(Position position) =>
        position == Position.End || position == Position.Start ? null : checked((long)position.PreparePosition);

    public static RecordedEvent Recorded(EventRecord record, StreamId stream) => new()
    {
        Id = record.EventId.ToGuid(),
        Stream = stream,
        Version = record.EventNumber.ToInt64() + 1,
        Position = Number(record.Position),
        Type = record.EventType,
        Data = record.Data,
        Metadata = record.Metadata,
        RecordedAt = new DateTimeOffset(DateTime.SpecifyKind(record.Created, DateTimeKind.Utc)),
    };
}
