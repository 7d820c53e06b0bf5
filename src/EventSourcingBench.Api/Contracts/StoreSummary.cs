namespace EventSourcingBench.Api.Contracts;

/// <summary>A summary of a store.</summary>
/// <param name="Name">Its name in paths.</param>
/// <param name="Summary">What it is.</param>
public sealed record StoreSummary(string Name, string Summary);
