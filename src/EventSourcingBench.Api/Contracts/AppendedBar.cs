namespace EventSourcingBench.Api.Contracts;

/// <summary>The answer to an append: 201.</summary>
/// <param name="EventId">The event's identity.</param>
/// <param name="Version">The event's version, which is the new version of the stream; also in the header <c>ETag</c>.</param>
/// <param name="Position">The event's global position, if the store has a single number for it.</param>
public sealed record AppendedBar(Guid EventId, long Version, long? Position);
