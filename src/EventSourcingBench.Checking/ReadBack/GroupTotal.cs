namespace EventSourcingBench.Checking.ReadBack;

/// <summary>A group of a read model summed up.</summary>
/// <param name="Count">How many rows.</param>
/// <param name="Total">The sum of their amounts.</param>
public readonly record struct GroupTotal(long Count, long Total);
