namespace EventSourcingBench.Measurement.Results;

/// <summary>A response time, or what is known of one.</summary>
/// <param name="Time">From the intended start.</param>
/// <param name="IsLowerBound">True when the request had no answer within this time: shown as <c>≥ 5,000 ms</c>.</param>
public readonly record struct ResponseTime(TimeSpan Time, bool IsLowerBound);
