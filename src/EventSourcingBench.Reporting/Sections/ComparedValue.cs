namespace EventSourcingBench.Reporting.Sections;

/// <summary>What steps are compared by: a value of each trial, of which more is better, or less where it is a time. <c>Missing</c>: why a
/// step without a value is not compared; null where each has one.</summary>
internal sealed record ComparedValue(string Name, bool IsTime, Func<Cell, IEnumerable<TrialValue>> Of, string? Missing = null)
{
    public static ComparedValue Response { get; } = ResponseAt("p99");

    public static ComparedValue Delay { get; } = DelayAt("p99");

    public static ComparedValue Throughput { get; } = new("Throughput", false, cell => cell.Rates);

    public static ComparedValue ResponseAt(string percentile) => Times("Response", percentile, cell => cell.Response);

    public static ComparedValue DelayAt(string percentile) => Times("Delay", percentile, cell => cell.Delay);

    public static ComparedValue OfTrials(string name, bool isTime, Func<Cell, StepRecord, double?> of) => OfEstimates(
        name, isTime, (cell, trial) => of(cell, trial) is { } value ? new Estimate(value, null, null) : null);

    /// <summary>The same, of values that may be lower bounds.</summary>
    public static ComparedValue OfEstimates(string name, bool isTime, Func<Cell, StepRecord, Estimate?> of) => new(name, isTime, cell =>
        from trial in cell.Trials
        let value = of(cell, trial)
        where value is not null
        select new TrialValue(trial.Trial, value.Value.Median, value.Value.IsLowerBound), "no trial has enough values for what is ranked");

    /// <summary>The median over the trials; null where none has a value.</summary>
    public Estimate? Median(Cell cell) => Estimates.Of([.. Of(cell)], cell.Seed);

    /// <summary>How many times as fast the one is, and what that decides; null without values. Blocks of one run are pairs.</summary>
    public Difference? Between(Cell one, Cell other)
    {
        var (first, second, paired) = Values(one, other);
        if (Math.Min(first.Count, second.Count) == 0)
            return null;

        var difference = Difference.Of(
            [.. (IsTime ? second : first).Select(v => v.Value)], [.. (IsTime ? first : second).Select(v => v.Value)], paired,
            Math.Max(one.Margin, other.Margin), Math.Max(Noise(one), Noise(other)), one.Seed);
        return difference.WithLowerBounds(first.Exists(v => v.IsLowerBound), second.Exists(v => v.IsLowerBound)) with
        {
            IsOfAll = first.Concat(second).Any(v => v.Block == TrialValue.OfAll),
        };
    }

    /// <summary>The values of the one over those of the other, whether more or less is better; null without values, or by zero.</summary>
    public Estimate? Ratio(Cell one, Cell other)
    {
        var (first, second, paired) = Values(one, other);
        return first.Count == 0 || second.Count == 0 || second.Exists(v => v.Value <= 0) ? null
            : Bootstrap.RatioOfMedians([.. first.Select(v => v.Value)], [.. second.Select(v => v.Value)], one.Seed, paired);
    }

    // Of several ways of use that were repeated at one load, the pair that differs most says how great the noise is.
    private double Noise(Cell cell) => cell.Repeated.Select(p => Between(p.Step, p.Again)?.Deviation ?? double.PositiveInfinity)
        .Select(noise => double.IsFinite(noise) ? noise : double.PositiveInfinity).DefaultIfEmpty().Max();

    private (List<TrialValue> First, List<TrialValue> Second, bool Paired) Values(Cell one, Cell other)
    {
        var (first, second) = (Of(one).ToList(), Of(other).ToList());
        if (one.Run != other.Run || !HasBlocks(first) || !HasBlocks(second))
            return (first, second, false);

        var both = first.Join(second, v => v.Block, v => v.Block, (a, b) => (a, b)).ToList();
        return both.Count == 0 ? (first, second, false) : (both.ConvertAll(p => p.a), both.ConvertAll(p => p.b), true);
    }

    // A step that holds all its trials has several values of one block.
    private static bool HasBlocks(List<TrialValue> values) => values.DistinctBy(v => v.Block).Count() == values.Count;

    private static ComparedValue Times(string name, string percentile, Func<Cell, Latency?> of) => new(
        $"{name} {percentile}", true, cell => of(cell)?.ByPercentile[percentile].Trials ?? [],
        $"all trials together have too few values for their {percentile}");
}
