namespace EventSourcingBench.Api.Contracts;

/// <summary>A stored bar.</summary>
/// <param name="Version">Its version in the stream, 1 or more.</param>
/// <param name="EventId">The event's identity.</param>
/// <param name="Position">Its global position, if the store has a single number for it.</param>
/// <param name="Bar">The event.</param>
public sealed record StoredBar(long Version, Guid EventId, long? Position, CurrencyInfoAdded Bar);
