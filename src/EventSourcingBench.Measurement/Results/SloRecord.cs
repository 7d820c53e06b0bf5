namespace EventSourcingBench.Measurement;

/// <summary>A bound on response times: so many percent of all requests are to be answered within it.</summary>
/// <param name="Percentile">Such as 99; more than 0, less than 100.</param>
/// <param name="Bound">The longest response time, from the intended start.</param>
public sealed record SloRecord(double Percentile, TimeSpan Bound);
