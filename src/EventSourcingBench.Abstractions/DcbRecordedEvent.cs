namespace EventSourcingBench.Abstractions;

/// <summary>An event as a DCB store gives it back.</summary>
/// <param name="Position">Its place among all events, 1 or more.</param>
/// <param name="Event">The event.</param>
/// <param name="Tags">Its tags.</param>
public sealed record DcbRecordedEvent(long Position, EventData Event, IReadOnlyList<string> Tags);
