namespace EventSourcingBench.Abstractions;

/// <summary>An event of a bulk append.</summary>
/// <param name="Stream">The stream whose end it goes to.</param>
/// <param name="Event">The event.</param>
public readonly record struct BulkEvent(StreamId Stream, EventData Event);
