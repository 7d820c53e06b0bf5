namespace EventSourcingBench.Api;

/// <summary>The answer to an append: 201.</summary>
/// <param name="EventId">The event's identity.</param>
/// <param name="Version">Its place in its stream; the new version of the stream, also in the header <c>ETag</c>.</param>
/// <param name="Position">Its global position, where the store has one number for it.</param>
public sealed record AppendedBar(Guid EventId, long Version, long? Position);
