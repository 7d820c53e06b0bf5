namespace EventSourcingBench.LoadTests.Steps;

/// <summary>Load by an engine in this process.</summary>
internal sealed class EngineLoad(ILoadEngine engine) : ILoadMaker
{
    public bool SharesClock => true;

    public IReadOnlyList<int> ProcessIds => [];

    public IReadOnlyList<string> Generators => [];

    public Task<MeasuredTime> RunAsync(
        ILoad load,
        LoadSimulation simulation,
        LoadRecorder recorder,
        Func<ValueTask> onWarm,
        string? reportFolder,
        CancellationToken cancellationToken) =>
        engine.RunAsync(load.Scenario with { ReportFolder = reportFolder }, simulation, recorder, onWarm, cancellationToken);

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;
}
