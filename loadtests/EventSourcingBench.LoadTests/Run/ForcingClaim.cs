namespace EventSourcingBench.LoadTests.Run;

/// <summary>
/// Whether a step refutes that each of its successes was forced to disk. It looks at requests that came one after the other only:
/// there each success needs a forced write that begins after the request and ends before the answer.
/// </summary>
internal static class ForcingClaim
{
    // A choice, to accuse no honest store: the disk may be faster than it was when it was measured.
    private const int Margin = 2;

    // What may be lost at the edges of the measured time.
    private const double CountedShare = 0.95;
    private const int CountedEdge = 1;

    private const double Median = 50;

    /// <summary>Why the claim is refuted; null where it is not.</summary>
    public static string? Refute(StepRecord step, string operation, Func<double> fastestForce)
    {
        if (step.Copies != 1 && step.Growth is null)
        {
            return null;
        }

        var successes = step.Operations.FirstOrDefault(o => o.Outcome == Outcome.Success && o.Operation == operation)?.ServiceTime;
        return successes is null or { Count: 0 } ? null : ByCount(step.ForcedWrites, successes.Count) ?? ByTime(successes, fastestForce);
    }

    private static string? ByCount(ForcedWritesRecord? forced, long needed) =>
        forced is null || forced.Count + CountedEdge >= needed * CountedShare ? null : string.Create(
            CultureInfo.InvariantCulture,
            $"{needed:N0} successes one after the other came with {forced.Count:N0} forced writes ({forced.Source})");

    private static string? ByTime(HistogramRecord successes, Func<double> fastestForce)
    {
        var median = LatencyHistogram.FromRecord(successes).Percentile(Median).TotalMicroseconds;
        return fastestForce() is var fastest && median >= fastest / Margin
            ? null
            : string.Create(
                CultureInfo.InvariantCulture,
                $"half of its successes took at most {median:0} µs, while the fastest forced write measured here took {fastest:0} µs");
    }
}
