namespace EventSourcingBench.LoadTests.Steps;

/// <summary>What a suite does in one step: it prepares the store, makes its load, and verifies what was acknowledged.</summary>
internal interface IExperiment : IAsyncDisposable
{
    /// <summary>What an engine sends, when the step is prepared; null where no engine makes the load.</summary>
    SuiteLoad? Load => null;

    Task PrepareAsync(CancellationToken cancellationToken);

    Task<StepRecord> LoadAsync(StepRecord result, CancellationToken cancellationToken);

    Task<StepRecord> FinishAsync(StepRecord result) => Task.FromResult(result);

    /// <summary>The verdict on everything since the preparation. The failure: why the step was not run to its end; else null.</summary>
    Task<VerdictRecord> VerifyAsync(string? failure);

    /// <summary>Adds what was measured, also where the step was not run to its end.</summary>
    StepRecord Describe(StepRecord result) => result;

    /// <summary>What recorded requests besides the step's recorder. Default: nothing.</summary>
    IEnumerable<LoadRecorder> OtherRecorders => [];

    ValueTask IAsyncDisposable.DisposeAsync() => ValueTask.CompletedTask;
}

internal sealed record ExperimentContext(Step Step, StoreUnderTest Store, int Workers, LoadRecorder Recorder, RunTools Tools)
{
    /// <summary>What the load of this step is made with. Each call gives other ids for its events.</summary>
    public LoadContext ForLoad() => new(Step, Store, Workers, Recorder, Tools.Bars, Step.NewIds(Step.Trial, Tools.Time), Tools.Time);
}

internal static class StepDetails
{
    public static StepRecord Noting(this StepRecord step, params IEnumerable<string?> notes) =>
        step with { Notes = [.. step.Notes, .. notes.OfType<string>()] };

    /// <summary>The record of a step with an object of its suite, or of what every suite keeps, under its name.</summary>
    public static StepRecord With(this StepRecord step, string name, object detail) => step with
    {
        Details = new Dictionary<string, JsonElement>(
            [.. step.Details.Where(d => d.Key != name), .. StepRecord.DetailsOf((name, detail))], StringComparer.Ordinal),
    };
}
