namespace EventSourcingBench.Api.Contracts;

/// <summary>The stores of this process.</summary>
/// <param name="Stores">In the order in which they were named.</param>
public sealed record StoreList(IReadOnlyList<StoreSummary> Stores);
