namespace EventSourcingBench.Stores.Shared;

/// <summary>Converts events of the client to the contract's. The server's versions start at 0, the contract's at 1.</summary>
internal static class LogEvents
{
    /// <summary>The number that orders events: the position of the event's record in the log. Null if the server returned none.</summary>
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

/// <summary>Checkpoints with the commit and prepare positions of the last event seen: <c>commit/prepare</c>.</summary>
internal static class LogCheckpoint
{
    public static Checkpoint At(Position position) =>
        new(string.Create(CultureInfo.InvariantCulture, $"{position.CommitPosition}/{position.PreparePosition}"));

    /// <exception cref="FormatException">It is not a checkpoint of this store.</exception>
    public static FromAll Parse(Checkpoint checkpoint) => PositionOf(checkpoint) is { } position ? FromAll.After(position) : FromAll.Start;

    /// <summary>The position of the last event seen; null at the start.</summary>
    /// <inheritdoc cref="Parse" />
    public static Position? PositionOf(Checkpoint checkpoint)
    {
        if (checkpoint.IsStart)
            return null;

        var parts = checkpoint.Value!.Split('/');
        return parts.Length == 2
            && ulong.TryParse(parts[0], NumberStyles.None, CultureInfo.InvariantCulture, out var commit)
            && ulong.TryParse(parts[1], NumberStyles.None, CultureInfo.InvariantCulture, out var prepare)
            && prepare <= commit
            ? new Position(commit, prepare)
            : throw new FormatException(
                $"'{checkpoint.Value}' is not a checkpoint of this store: it must be a commit and a prepare position, such as 4711/4711.");
    }
}
