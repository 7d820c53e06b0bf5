namespace EventSourcingBench.LoadTests.Faults;

/// <param name="Load">The copies or the rate, in words.</param>
/// <param name="Fault">As users name it, such as <c>pause:5s</c>.</param>
/// <param name="WhyNot">Why it cannot happen to this store; null where it can.</param>
internal sealed record FaultRecord(string Load, string Fault, string? WhyNot = null)
{
    public const string Name = "faults";

    /// <summary>That of a step, with what was scheduled, if anything. The suite has one of each step, others where faults are.</summary>
    public static FaultRecord? Of(Step step, FaultSchedule? schedule) =>
        step.Suite.Name != Name && !FaultParameters.AreAny(step.Workload) ? null
        : new(Step.LoadText(step.Copies, step.Rate, preload: null), step.Workload.Get(FaultParameters.Faults)[0].Text, schedule?.WhyNot)
        { Trials = schedule?.Trials ?? [] };

    /// <summary>Its place among all kinds, the last of which is the one that stores are ranked by.</summary>
    public int Order => -FaultKind.All.Index().FirstOrDefault(k => k.Item.Name == Fault.Split(':')[0]).Index;

    public required IReadOnlyList<FaultTrial> Trials { get; init; }

    public int Times => Trials.Count;

    /// <summary>Seconds of the measured time.</summary>
    public IReadOnlyList<double> At => [.. Trials.Select(t => t.At.TotalSeconds)];

    public string? What => Trials is [var first, ..] ? first.What : null;

    /// <summary>How often a request that was sent after it was answered with success before the next time.</summary>
    public int Recovered => Trials.Count(t => t.Recovery.FirstSuccess is not null);

    public TimeSpan? FirstSuccess => Median(t => t.FirstSuccess);

    public TimeSpan? LatestFirstSuccess => Trials.Max(t => t.Recovery.FirstSuccess);

    public TimeSpan? Pause => Median(t => t.Pause);

    public TimeSpan? LongestPause => Trials.Max(t => (TimeSpan?)t.Recovery.Pause);

    public bool LongestPauseIsLowerBound => Trials.Any(t => t.Recovery.PauseIsLowerBound && t.Recovery.Pause == LongestPause);

    public TimeSpan? FullRate => Median(t => t.FullRate);

    public TimeSpan? LatestFullRate => Trials.Max(t => t.Recovery.FullRate);

    private TimeSpan? Median(Func<Recovery, TimeSpan?> of) =>
        Trials.Select(t => of(t.Recovery)).OfType<TimeSpan>().Select(t => t.TotalSeconds).ToList() is { Count: > 0 } times
            ? TimeSpan.FromSeconds(Medians.Of(times)) : null;
}

/// <param name="At">After the begin of the measured time.</param>
internal sealed record FaultTrial(TimeSpan At, string What, Recovery Recovery);
