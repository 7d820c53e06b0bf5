namespace EventSourcingBench.LoadTests.Steps;

/// <summary>What an experiment is made with.</summary>
internal sealed record ExperimentContext(Step Step, IStoreUnderTest Store, int Workers, LoadRecorder Recorder, RunTools Tools)
{
    /// <summary>What the load of this step is made with. Each call gives other ids for its events.</summary>
    public LoadContext ForLoad() => new(Step, Store, Workers, Recorder, Tools.Bars, Step.NewIds(Step.Trial, Tools.Time), Tools.Time);
}
