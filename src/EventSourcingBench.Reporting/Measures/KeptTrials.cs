namespace EventSourcingBench.Reporting.Measures;

/// <summary>What the trials of a step say about its rate: a median that crosses a threshold by a little shows no difference.</summary>
internal static class KeptTrials
{
    /// <summary>Whether each of several trials kept the rate, or none did; null where there is one, or they differ.</summary>
    /// <param name="bound">The p99 of the response time, in milliseconds, that a trial has to stay within too; null: none.</param>
    public static bool? Agree(Cell? cell, double? bound = null)
    {
        var kept = cell?.Rates.Select(r => SustainedRate.IsKept(cell with { Throughput = new Estimate(r.Value, null, null) })
            && (bound is null || cell.Response?.ByPercentile["p99"].Trials.Any(t =>
                (t.Block == r.Block || t.Block == TrialValue.OfAll) && !t.IsLowerBound && t.Value <= bound) == true)).ToList();
        return kept is { Count: > 1 } && kept.TrueForAll(k => k == kept[0]) ? kept[0] : null;
    }
}
