using EventSourcingBench.Domain;

namespace EventSourcingBench.Api;

/// <summary>A bar as the store keeps it.</summary>
/// <param name="Version">Its place in its stream, 1 or more.</param>
/// <param name="EventId">The event's identity.</param>
/// <param name="Position">Its global position, where the store has one number for it.</param>
/// <param name="Bar">The event.</param>
public sealed record StoredBar(long Version, Guid EventId, long? Position, CurrencyInfoAdded Bar);
