namespace EventSourcingBench.LoadTests.Calibration;

/// <summary>What a calibration runs on: a store with its server, and single steps of the suites.</summary>
internal sealed record CalibrationBench(StoreTarget Target, RunProgress Progress, TimeProvider Time, CancellationToken Cancellation)
{
    // Until the runtime has compiled all code for good: after 3 s of load half the rate was seen that came after 10 s. The other side of a
    // ratio (pgbench, wrk) has nothing to warm.
    private static readonly TimeSpan ProcessWarmUpTime = TimeSpan.FromSeconds(10);

    public async Task<StepRecord> RunStepAsync(string via, int copies, int streams = 1, string suite = "append")
    {
        await using StoreUnderTest store = via == Via.Direct ? new DirectStore(Target) : new ApiStore(Target);
        var known = SuiteCatalog.Find(suite);
        var workload = new Workload("calibration", known.Parameters,
        [
            new(LoadParameters.Copies, copies.ToString(CultureInfo.InvariantCulture)),
            new(LoadParameters.Duration, DurationText.Of(Calibrations.Turn)),
            new(LoadParameters.WarmUp, "1s"),
            new(LoadParameters.Streams, streams.ToString(CultureInfo.InvariantCulture)),
            new(LoadParameters.Timeout, "10s"),
        ]);
        var step = new Step(1, known, workload, Target.Name, Trial: 1, copies, Rate: null);
        var tools = new RunTools(
            new EngineLoad(new BuiltInEngine(Time)), BarSource.Synthetic(seed: 1), Progress, new Dictionary<int, double>(), Time);
        await new ProcessWarmUp(known, workload, Target.Name, store, tools).RunAsync(ProcessWarmUpTime, Cancellation);
        var record = await new StepRunner(step, store, tools).RunAsync(Cancellation);
        Cancellation.ThrowIfCancellationRequested();
        return record.Verdict.Passed ? record : throw new StoreFailureException($"{step}: {record.Verdict.Text}");
    }
}

internal sealed record CalibrationKind(
    string Name, string Question, string Store, Func<CalibrationBench, Task<IReadOnlyList<CalibrationLine>>> MeasureAsync)
{
    /// <summary>Whether the load goes over HTTP alone, which its process is set up for.</summary>
    public string Via { get; init; } = Targets.Via.Direct;

    public IReadOnlyDictionary<string, string> StoreOptions { get; init; } = new Dictionary<string, string>(StringComparer.Ordinal);
}

/// <param name="Bar">Empty where it is only reported.</param>
/// <param name="Passed">Whether it holds; null where it is only reported or could not be measured.</param>
internal sealed record CalibrationLine(string What, string Figure, string Bar = "", bool? Passed = null)
{
    public static CalibrationLine Rate(string what, double perSecond) => new(what, FormattableString.Invariant($"{perSecond:N0}/s"));

    /// <summary>A ratio, in a format such as <c>0.00</c>, that must reach a bar.</summary>
    public static CalibrationLine Ratio(string what, double ratio, double least, string format = "0.00") => new(
        what, ratio.ToString(format, CultureInfo.InvariantCulture), FormattableString.Invariant($"at least {least}"), ratio >= least);

    public static CalibrationLine NotMeasured(string what, Unavailable why) => new(what, why.ToString());
}
