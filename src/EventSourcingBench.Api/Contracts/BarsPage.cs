namespace EventSourcingBench.Api.Contracts;

/// <summary>A page of bars of one currency, by version.</summary>
/// <param name="Items">The bars; empty after the end, and for a currency without bars.</param>
/// <param name="Next">The first version of the next page; null at the end.</param>
public sealed record BarsPage(IReadOnlyList<StoredBar> Items, long? Next);
