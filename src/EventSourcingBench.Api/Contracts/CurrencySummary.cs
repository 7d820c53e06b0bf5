namespace EventSourcingBench.Api;

/// <summary>What the read model says of one currency.</summary>
/// <param name="Symbol">The currency.</param>
/// <param name="Bars">How many bars are projected.</param>
/// <param name="TickVolume">The sum of their tick volumes.</param>
public sealed record CurrencySummary(string Symbol, long Bars, long TickVolume);
