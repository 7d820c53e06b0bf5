namespace EventSourcingBench.LoadTests.Ingest;

/// <summary>What the trials of a step come to in one number.</summary>
internal static class TrialRates
{
    /// <summary>
    /// The median of the trials' events a second: of the warm ones, where there is one, else of the cold. 0 without any.
    /// </summary>
    public static double Median(IReadOnlyList<IngestTrial> trials)
    {
        var warm = trials.Where(t => t.Warm).ToList();
        var rates = (warm.Count > 0 ? warm : trials).Select(t => t.EventsPerSecond).Order().ToList();
        return rates.Count switch
        {
            0 => 0,
            var n when n % 2 == 1 => rates[n / 2],
            var n => (rates[(n / 2) - 1] + rates[n / 2]) / 2,
        };
    }
}
