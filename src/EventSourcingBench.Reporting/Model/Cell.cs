namespace EventSourcingBench.Reporting.Model;

/// <summary>All trials, in their order, of one store at one load in one suite of one run. <c>Verdict</c>: the worst of the trials.
/// <c>Throughput</c>: successful requests a second. <c>ShareOfCeiling</c>: the greatest share of the no-op ceiling; null where there is
/// none. <c>ShareOfEmptiest</c>: the throughput over that of the same store and load with the emptiest store. <c>Run</c>: from 0.
/// <c>ProfileOf</c>: the store that this is a profile of; null where it is none. <c>RepeatOf</c>: the store that this is the repetition of,
/// under another name; null where it is none. <c>UseOf</c>: the store that was used in this way; null where there is one way of use.
/// <c>Operation</c>: the one that latencies speak of; null without one. <c>Dashed</c>: whether
/// its lines are drawn so: it is of a later run, folder or job than the first.</summary>
internal record Cell(
    string Store, Load Load, IReadOnlyList<StepRecord> Trials, string Tier = "", VerdictState Verdict = VerdictState.Passed,
    Estimate Throughput = default, double? ShareOfCeiling = null, double ShareOfEmptiest = 0, int Run = 0, int Color = 0,
    string? ProfileOf = null, string? RepeatOf = null, string? UseOf = null, string? Operation = null, int Seed = 0, bool Dashed = false)
{
    /// <summary>The share of the no-op ceiling from which on a step measures the client.</summary>
    public const double ClientBoundShare = 0.8;

    public string Name { get; init; } = Store;

    /// <summary>What the throughput is the median of.</summary>
    public IReadOnlyList<TrialValue> Rates { get; init; } = [];

    /// <summary>The times of its operation and its projection, and those that the suite names, where the step has values.</summary>
    public IReadOnlyDictionary<string, Latency> Times { get; init; } = new Dictionary<string, Latency>(StringComparer.Ordinal);

    /// <summary>Service time of the successes of the suite's main operation; null without one.</summary>
    public Latency? Service => Times.GetValueOrDefault(Latency.OfService);

    /// <summary>Response time of all requests of that operation, whatever their outcome; null without one.</summary>
    public Latency? Response => Times.GetValueOrDefault(Latency.OfResponse);

    /// <summary>Projection delay; null where no projection ran.</summary>
    public Latency? Delay => Times.GetValueOrDefault(Latency.OfDelay);

    /// <summary>What ran twice in each block of the run at this load, each with its repetition.</summary>
    public IReadOnlyList<(Cell Step, Cell Again)> Repeated { get; init; } = [];

    /// <summary>The margin of the run, within which a difference does not count.</summary>
    public double Margin { get; init; } = Difference.DefaultMargin;

    /// <summary>The store itself, whatever the name under which it ran.</summary>
    public string Owner => UseOf ?? RepeatOf ?? Store;

    /// <summary>Whether the number says more about the load generator than about the store.</summary>
    public bool ClientBound => ShareOfCeiling > ClientBoundShare;

    public LoadTotals Totals => LoadTotals.Of(Trials.SelectMany(t => t.Operations));

    /// <summary>A single trial whose numbers are not asked for.</summary>
    public static Cell Of(StepRecord trial, Load? load = null) => new(trial.Store, load ?? new Load(null, null, false), [trial]);
}

/// <summary>A value of a trial, which is the block of a run that steps of the same number belong to; or of all trials together (block 0),
/// where one of them has too few values.</summary>
internal readonly record struct TrialValue(int Block, double Value, bool IsLowerBound = false)
{
    public const int OfAll = 0;
}

/// <summary>What a verdict means: the number may be ranked; it was not checked to the end and is shown only; the store did not keep what it
/// acknowledged, and nothing of it is ranked in the suite.</summary>
internal enum VerdictState { Passed = 0, NotVerified = 1, Failed = 2 }

/// <summary>A distribution of times of one step: the values of <see cref="Percentiles"/> in its trials, milliseconds, where a trial has
/// too few that of all trials together, and none where those are too few, with their median; and all values of all trials, of which some
/// are censored only among response times.</summary>
internal sealed record Latency(
    IReadOnlyDictionary<string, (IReadOnlyList<TrialValue> Trials, Estimate? Median)> ByPercentile, ResponseTimes Merged)
{
    public const string OfService = "service", OfResponse = "response", OfDelay = "delay";

    /// <summary>Those that reports show, rising.</summary>
    public static IReadOnlyList<string> Percentiles { get; } = ["p50", "p90", "p95", "p99", "p99.9", "max"];

    public Estimate? P99 => At("p99");

    public Estimate? At(string percentile) => ByPercentile[percentile].Median;

    /// <summary>The <c>mean</c> of some times, or a percentile from <c>min</c> to <c>max</c>; null of too few values.</summary>
    public static Estimate? Of(ResponseTimes? times, string label) => times is not { Count: > 0 } ? null : label switch
    {
        "mean" => times.Mean.Milliseconds,
        "min" => times.Percentile(0).Milliseconds,
        "max" => times.Percentile(100).Milliseconds,
        _ => times.Given(double.Parse(label.AsSpan(1), CultureInfo.InvariantCulture))?.Milliseconds,
    };
}
