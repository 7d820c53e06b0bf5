namespace EventSourcingBench.Api.Contracts;

/// <param name="Version">The event's version, which is the new version of the stream; also in the header <c>ETag</c>.</param>
/// <param name="Position">The event's global position, if the store has a single number for it.</param>
public sealed record AppendedBar(Guid EventId, long Version, long? Position);

/// <param name="Version">Its version in the stream, 1 or more.</param>
/// <param name="Position">Its global position, if the store has a single number for it.</param>
public sealed record StoredBar(long Version, Guid EventId, long? Position, CurrencyInfoAdded Bar);

/// <summary>A page of bars of one currency, by version.</summary>
/// <param name="Items">The bars; empty after the end, and for a currency without bars.</param>
/// <param name="Next">The first version of the next page; null at the end.</param>
public sealed record BarsPage(IReadOnlyList<StoredBar> Items, long? Next);
