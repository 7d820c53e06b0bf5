namespace EventSourcingBench.Api.Contracts;

/// <summary>The answer to an append of one event to a stream: 201.</summary>
/// <param name="EventId">The event's identity.</param>
/// <param name="Version">Its place in its stream, also in the header <c>ETag</c>.</param>
/// <param name="Position">Its global position, where the store has one number for it.</param>
/// <param name="Loaded">How many events were read before; 0 without <c>load</c>.</param>
public sealed record AppendedEvent(Guid EventId, long Version, long? Position, long Loaded);
