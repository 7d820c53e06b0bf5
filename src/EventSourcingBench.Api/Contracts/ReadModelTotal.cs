namespace EventSourcingBench.Api;

/// <summary>What a read model says of one group.</summary>
/// <param name="Group">The group: a symbol, a show.</param>
/// <param name="Count">How many rows it has.</param>
/// <param name="Total">The sum of their amounts: tick volume, seats that are taken.</param>
public sealed record ReadModelTotal(string Group, long Count, long Total);
