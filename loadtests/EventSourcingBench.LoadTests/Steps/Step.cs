namespace EventSourcingBench.LoadTests.Steps;

/// <summary>One step of a run. It has copies (closed model), a rate (open model) or neither. With all trials, the trial is 1.</summary>
/// <param name="Again">Whether it repeats another step of its block, so that the noise between two names of one store is known.</param>
/// <param name="Probe">Which of the runs of a search, from 1; 0 where nothing is searched.</param>
internal sealed record Step(
    int Number, Suite Suite, Workload Workload, string Store, int Trial, int? Copies, double? Rate, long? Preload = null,
    string? Variant = null, string? Text = null, long Events = 0, int Seed = 0, int Probe = 0,
    bool Again = false)
{
    public const int MostProbes = 24;

    /// <summary>What is measured: the store, or the store in a way of use that is compared with others of the same store.</summary>
    public string Subject => (Variant, Again) switch
    {
        (null, false) => Store,
        (null, true) => $"{Store} (again)",
        _ => $"{Store} ({Variant}{(Again ? ", again" : "")})",
    };

    /// <summary>The subject that this is the repetition of; null where it is none.</summary>
    public string? RepeatOf => Again ? (this with { Again = false }).Subject : null;

    public int Trials => Workload.Get(LoadParameters.Trials);

    private int MostRuns => Suite.Searched is not null && Workload.Get(LoadParameters.Slo) is not null ? MostProbes : 1;

    public TimeSpan Timeout => Workload.Get(LoadParameters.Timeout);

    /// <summary>Warm-up and measured time together; zero where the step is bounded by a count.</summary>
    public TimeSpan LoadTime => Workload.Get(LoadParameters.WarmUp) + Workload.Get(LoadParameters.Duration);

    /// <summary>What it needs besides <see cref="LoadTime"/>, as far as can be said before it has run: for each trial 100 ms, and 5 µs for
    /// each event. What counts is the proportion between steps: a million events and one differ by more than machines do.</summary>
    public TimeSpan GuessedTime(TimeSpan aroundLoad) =>
        Events > 0 ? MostRuns * Trials * (TimeSpan.FromMilliseconds(100) + (Events * TimeSpan.FromMicroseconds(5)))
        : (MostRuns * (LoadTime + aroundLoad)) - LoadTime;

    /// <summary>Its load in words: <c>8 copies</c> or <c>500/s</c>, with what was there before: <c>8 copies, 10,000 stored</c>.</summary>
    public string Load => LoadText(Copies, Rate, Preload, Text);

    /// <summary>Names files of its load: <c>003</c>, or <c>003-02</c> where a step has several probes or trials.</summary>
    public string FileName => $"{Number:000}{(Probe > 0 ? $"-{Probe:00}" : "")}{(!Suite.HasEngine && Trials > 1 ? $"-{Trial:00}" : "")}";

    /// <summary>Where an engine writes its own report, within the results folder: a folder that no other load has.</summary>
    public string ReportFolder => Path.Combine("engine", FileName);

    public LoadSimulation Simulation() => new(
        Workload.Get(LoadParameters.WarmUp), Workload.Get(LoadParameters.Duration), Copies, Rate, Workload.Get(LoadParameters.Ramp));

    /// <summary>Ids for the events of one of its trials, from 1, that no other step and no other trial has.</summary>
    public EventIds NewIds(int trial, TimeProvider time) =>
        new(time.GetUtcNow(), SplitMix64.BitsAt(Seed, ((long)Number << 16) | (uint)trial));

    public static string LoadText(int? copies, double? rate, long? preload, string? text = null)
    {
        var amount = copies is { } n ? $"{n} {(n == 1 ? "copy" : "copies")}"
            : rate is { } perSecond ? FormattableString.Invariant($"{perSecond}/s")
            : "";
        amount = text is null ? amount : amount.Length == 0 ? text : $"{amount}, {text}";
        return preload > 0 ? FormattableString.Invariant($"{amount}, {preload:N0} stored") : amount;
    }

    public override string ToString() =>
        $"{Suite.Name} {Subject} {Load}{(Math.Max(Trials, Trial) > 1 && Suite.HasEngine ? $", trial {Trial}" : "")}";
}
