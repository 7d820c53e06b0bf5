namespace EventSourcingBench.Measurement;

/// <summary>How the requests of the measured time have ended so far.</summary>
/// <param name="Successes">Acknowledged.</param>
/// <param name="Conflicts">Lost races, and refusals by a rule of the domain.</param>
/// <param name="Failures">Errors, timeouts and unknown outcomes.</param>
public readonly record struct LoadTotals(long Successes, long Conflicts, long Failures)
{
    /// <summary>All of them.</summary>
    public long Requests => Successes + Conflicts + Failures;
}
