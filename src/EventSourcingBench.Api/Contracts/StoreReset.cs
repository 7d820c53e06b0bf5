namespace EventSourcingBench.Api;

/// <summary>A store was emptied.</summary>
/// <param name="Namespace">What keeps its data apart from now on.</param>
public sealed record StoreReset(string Namespace);
