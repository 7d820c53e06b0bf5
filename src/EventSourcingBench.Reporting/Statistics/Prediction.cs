namespace EventSourcingBench.Reporting.Statistics;

/// <summary>What a fitted curve says of a place where nothing was measured.</summary>
/// <param name="X">The place.</param>
/// <param name="Value">The curve there.</param>
/// <param name="Low">Lower end of the 95% prediction interval; may be below 0 where the curve adds.</param>
/// <param name="High">Its upper end.</param>
internal sealed record Prediction(double X, double Value, double Low, double High);
