namespace EventSourcingBench.Abstractions;

/// <summary>The rows of one group summed up. The store keeps it with the rows, in the same transaction.</summary>
/// <param name="Group">The group.</param>
/// <param name="Count">How many rows the group has.</param>
/// <param name="Total">The sum of <see cref="ReadModelRow.Amount"/>.</param>
public sealed record ReadModelSummary(string Group, long Count, long Total);
