namespace EventSourcingBench.LoadTests.Suites;

/// <summary>What an experiment is made with.</summary>
/// <param name="Step">The step.</param>
/// <param name="Store">Its store.</param>
/// <param name="Workers">How many workers its load has at most.</param>
/// <param name="Recorder">Gets messages of errors; the engine gives it the times.</param>
/// <param name="Tools">What every step of the run uses.</param>
internal sealed record ExperimentContext(Step Step, IStoreUnderTest Store, int Workers, LoadRecorder Recorder, RunTools Tools)
{
    /// <summary>What the load of this step is made with. Each call gives other ids for its events.</summary>
    public LoadContext ForLoad() => new(Step, Store, Workers, Recorder, Tools.Bars, StepIds.Of(Step, Step.Trial, Tools.Time), Tools.Time);
}
