namespace EventSourcingBench.Stores.Faulty.Honest;

/// <summary>An event as the journal keeps it.</summary>
/// <param name="Stream">The name of its stream.</param>
/// <param name="Event">The event.</param>
/// <param name="RecordedAt">When it was stored, UTC.</param>
internal sealed record StoredEvent(string Stream, EventData Event, DateTimeOffset RecordedAt);
