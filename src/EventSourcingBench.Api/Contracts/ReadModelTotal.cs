namespace EventSourcingBench.Api.Contracts;

/// <summary>The totals of one group in a read model.</summary>
/// <param name="Group">The group: a symbol, a show.</param>
/// <param name="Count">The number of rows.</param>
/// <param name="Total">The sum of their amounts: tick volume, reserved seats.</param>
public sealed record ReadModelTotal(string Group, long Count, long Total);
