namespace EventSourcingBench.LoadTests;

/// <summary>A group of the read model summed up.</summary>
/// <param name="Count">How many rows.</param>
/// <param name="Total">The sum of their amounts.</param>
public readonly record struct GroupTotal(long Count, long Total);
