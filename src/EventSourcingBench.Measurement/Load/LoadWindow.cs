namespace EventSourcingBench.Measurement;

/// <summary>What a recorder saw for a moment, to be added to that of another process.</summary>
/// <param name="Responses">Response times of the successes.</param>
/// <param name="Conflicts">Lost races.</param>
/// <param name="Failures">Errors, timeouts and unknown outcomes.</param>
public sealed record LoadWindow(HistogramRecord Responses, long Conflicts, long Failures);
