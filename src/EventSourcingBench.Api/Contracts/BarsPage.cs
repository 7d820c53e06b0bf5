namespace EventSourcingBench.Api;

/// <summary>Some bars of one currency, in the order of their versions.</summary>
/// <param name="Items">The bars; empty past the end, and for a currency without bars.</param>
/// <param name="Next">The version to ask for next; null at the end.</param>
public sealed record BarsPage(IReadOnlyList<StoredBar> Items, long? Next);
