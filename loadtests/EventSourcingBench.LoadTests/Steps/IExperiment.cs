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

internal sealed record StepResult
{
    /// <summary>Start of the measured time, or of the step while there is none.</summary>
    public required DateTimeOffset StartedAt { get; init; }

    public TimeSpan Elapsed { get; init; }

    public IReadOnlyList<SecondRecord> Seconds { get; init; } = [];

    /// <summary>The delays of a projection that caught up.</summary>
    public HistogramRecord? ProjectionDelay { get; init; }

    /// <summary>What the suite itself measured, under its name in the record; null for nothing.</summary>
    public (string Name, object Value)? Detail { get; init; }

    public required IReadOnlyList<LoadRecorder> Recorders { get; init; }

    /// <summary>Events a second, where they are not the successes of the measured time; else null.</summary>
    public double? Throughput { get; init; }

    /// <summary>Forced writes in the measured time; null where they were not counted.</summary>
    public ForcedWritesRecord? ForcedWrites { get; init; }

    /// <summary>The engine's own report, within the results folder; null where there is none.</summary>
    public string? EngineReport { get; init; }

    public IReadOnlyList<string> Notes { get; init; } = [];

    public string? Failure { get; init; }
}
