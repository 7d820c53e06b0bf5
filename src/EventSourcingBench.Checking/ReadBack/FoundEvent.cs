namespace EventSourcingBench.Checking.ReadBack;

/// <summary>An event as a store gave it back. In a store without streams the stream is empty, and the version is the position; the position
/// is null where the store has none.</summary>
internal readonly record struct FoundEvent(Guid Id, string Stream, long Version, long? Position, ulong Hash);

/// <summary>Some events in the store's order, which may be none. A subscription after the checkpoint goes on with the next event.</summary>
internal sealed record FoundBatch(IReadOnlyList<FoundEvent> Events, string Checkpoint);

/// <summary>A row of a read model. The document is the <see cref="ContentHash.OfDocument"/> of the event's data.</summary>
internal readonly record struct FoundRow(Guid EventId, string Group, long Amount, ulong Document = 0);

/// <summary>A group of a read model: how many rows, and the sum of their amounts.</summary>
internal readonly record struct GroupTotal(long Count, long Total);
