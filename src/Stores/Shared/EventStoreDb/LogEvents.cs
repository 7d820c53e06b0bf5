namespace EventSourcingBench.Stores.Shared;

/// <summary>Converts events of the client to the contract's. The server's versions start at 0, the contract's at 1.</summary>
internal static class LogEvents
{
    /// <summary>
    /// The number that orders events: the position of the event's record in the log. Null if the server returned none.
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
