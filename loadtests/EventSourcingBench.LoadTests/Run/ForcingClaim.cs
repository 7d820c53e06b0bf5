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
    /// <param name="step">The step.</param>
    /// <param name="writes">The service times of the successes that wrote, in the measured time; null where they are not known.</param>
    /// <param name="fastestForce">Measures the fastest forced write on the disk of the store, microseconds.</param>
    public static string? Refute(StepRecord step, HistogramRecord? writes, Func<double> fastestForce)
    {
        var isOneByOne = step.Copies == 1 || step.Growth is not null;
        return !isOneByOne || writes is null or { Count: 0 }
            ? null
            : ByCount(step.ForcedWrites, writes.Count) ?? ByTime(writes, fastestForce);
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
