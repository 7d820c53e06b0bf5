namespace EventSourcingBench.Measurement.Results;

/// <summary>What a step came to against a bound that was asked for.</summary>
/// <param name="Threshold">The bound as written: <c>p99&lt;20ms</c>.</param>
/// <param name="Bound">In the unit: <c>ms</c>, <c>/s</c> or <c>%</c>.</param>
/// <param name="IsFloor">Whether the value is to be above the bound, not below.</param>
/// <param name="Value">Null where it was not measured.</param>
/// <param name="IsLowerBound">Whether the value may be any greater one, because it falls among requests without an answer.</param>
public sealed record ThresholdRecord(
    string Threshold, bool IsKept, double Bound, string Unit, bool IsFloor = false, double? Value = null, bool IsLowerBound = false)
{
    /// <summary>How far the value is on the right side of the bound, as a share of it; negative: the wrong one, null: not known.</summary>
    [JsonIgnore]
    public double? Headroom => IsLowerBound ? null : (IsFloor ? 1 : -1) * ((Value / Bound) - 1);

    /// <summary>Of each store and bound the worst step. A repetition is a trial of the store that it repeats.</summary>
    public static IEnumerable<(string Store, StepRecord Step, ThresholdRecord Worst)> WorstOf(
        IEnumerable<StepRecord> steps, IReadOnlyList<StoreRecord> stores)
    {
        var worst =
            from step in steps
            from threshold in step.Thresholds ?? []
            let store = stores.FirstOrDefault(s => s.Name == step.Store)?.RepeatOf ?? step.Store
            group (store, step, threshold) by (store, threshold.Threshold) into trials
            select trials.MinBy(t => t.threshold.Headroom ?? double.NegativeInfinity);
        return worst.OrderBy(w => w.store, StringComparer.Ordinal).ThenBy(w => w.threshold.Threshold, StringComparer.Ordinal);
    }
}
