namespace EventSourcingBench.LoadTests.Steps;

/// <summary>What a suite does in one step: it prepares the store, makes its load, and verifies what was acknowledged.</summary>
internal interface IExperiment : IAsyncDisposable
{
    /// <summary>What an engine sends, when the step is prepared; null where no engine makes the load.</summary>
    SuiteLoad? Load => null;

    Task PrepareAsync(CancellationToken cancellationToken);

    Task<StepResult> LoadAsync(StepResult result, CancellationToken cancellationToken);

    /// <summary>After a load that came to its end: waits for what it has left to do.</summary>
    Task<StepResult> FinishAsync(StepResult result) => Task.FromResult(result);

    /// <summary>The verdict on everything since the preparation. The failure: why the step was not run to its end; else null.</summary>
    Task<VerdictRecord> VerifyAsync(string? failure);

    StepResult Describe(StepResult result) => result;

    ValueTask IAsyncDisposable.DisposeAsync() => ValueTask.CompletedTask;
}

internal sealed record ExperimentContext(Step Step, IStoreUnderTest Store, int Workers, LoadRecorder Recorder, RunTools Tools)
{
    /// <summary>What the load of this step is made with. Each call gives other ids for its events.</summary>
    public LoadContext ForLoad() => new(Step, Store, Workers, Recorder, Tools.Bars, Step.NewIds(Step.Trial, Tools.Time), Tools.Time);
}

/// <summary>What a step came to, filled by the parts of its experiment.</summary>
/// <param name="StartedAt">Start of the measured time, or of the step while there is none.</param>
/// <param name="ProjectionDelay">The delays of a projection that caught up.</param>
/// <param name="Detail">What the suite itself measured, under its name in the record; null for nothing.</param>
/// <param name="Throughput">Events a second, where they are not the successes of the measured time; else null.</param>
/// <param name="ForcedWrites">Forced writes in the measured time; null where they were not counted.</param>
/// <param name="Cost">What an event cost in the measured time; null where that is not known.</param>
/// <param name="Plans">The plans of the store's statements, a file within the results folder; null where there are none.</param>
/// <param name="EngineReport">The engine's own report, within the results folder; null where there is none.</param>
internal sealed record StepResult(
    DateTimeOffset StartedAt, IReadOnlyList<LoadRecorder> Recorders, TimeSpan Elapsed = default, HistogramRecord? ProjectionDelay = null,
    (string Name, object Value)? Detail = null, double? Throughput = null, ForcedWritesRecord? ForcedWrites = null,
    string? EngineReport = null, string? Failure = null, CostRecord? Cost = null, string? Plans = null)
{
    public IReadOnlyList<SecondRecord> Seconds { get; init; } = [];

    public IReadOnlyList<SlowRequest> Slowest { get; init; } = [];

    public IReadOnlyList<ActivityRecord> Activity { get; init; } = [];

    public IReadOnlyList<string> Notes { get; init; } = [];
}
