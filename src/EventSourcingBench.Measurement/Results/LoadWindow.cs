namespace EventSourcingBench.Measurement.Results;

/// <summary>What a recorder saw for a moment, to be added to that of another process.</summary>
/// <param name="Answered">Response times of the requests that were answered: done, version conflict, or refused by a rule.</param>
/// <param name="GreatestMicroseconds">The greatest time recorded, of all requests; 0 without a request.</param>
/// <param name="Totals">How many requests ended in each way.</param>
public sealed record LoadWindow(HistogramRecord Answered, long GreatestMicroseconds, LoadTotals Totals);
