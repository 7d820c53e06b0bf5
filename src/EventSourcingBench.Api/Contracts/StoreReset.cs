namespace EventSourcingBench.Api.Contracts;

/// <summary>The result of emptying a store.</summary>
/// <param name="Namespace">The new namespace of its data.</param>
public sealed record StoreReset(string Namespace);
