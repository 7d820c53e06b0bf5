namespace EventSourcingBench.LoadTests.Steps;

/// <summary>Makes the load of a step: by an engine in this process, or by generators in separate processes.</summary>
internal interface ILoadMaker : IAsyncDisposable
{
    /// <summary>Whether ApiCallTime is stamped by this machine's clock; else no projection delay can be given.</summary>
    bool SharesClock => true;

    /// <summary>Processes on this machine that make the load besides this one, for their CPU and memory.</summary>
    IReadOnlyList<int> ProcessIds => [];

    /// <summary>What stands in the run record besides the engine: each generator that takes part; empty: this process.</summary>
    IReadOnlyList<string> Generators => [];

    IEnumerable<string> Warnings => [];

    /// <summary>As <see cref="ILoadEngine.RunAsync"/>; what was sent is in the load's ledger when it returns.</summary>
    Task<MeasuredTime> RunAsync(SuiteLoad load, Func<ValueTask> onWarm, string? reportFolder, CancellationToken cancellationToken);

    ValueTask IAsyncDisposable.DisposeAsync() => ValueTask.CompletedTask;
}

internal sealed class EngineLoad(ILoadEngine engine) : ILoadMaker
{
    public Task<MeasuredTime> RunAsync(SuiteLoad load, Func<ValueTask> onWarm, string? reportFolder, CancellationToken cancellationToken) =>
        engine.RunAsync(
            load.Scenario with { ReportFolder = reportFolder }, load.Context.Step.Simulation(), load.Context.Recorder, onWarm,
            cancellationToken);
}

/// <summary>What every step of a run uses. The ceiling is the generator's limit by copies, requests/s; empty if not measured.</summary>
/// <param name="ResultsFolder">Where an engine's own reports go; null: they are not wanted.</param>
/// <param name="VerifyReads">Reads beside the load for each of its operations, to verify; 0: nothing is looked at. Default: 0.01.</param>
/// <param name="VerifyAfterKill">Whether what holds the data is killed before it is read the second time. Default: false.</param>
internal sealed record RunTools(
    ILoadMaker Load, BarSource Bars, RunProgress Progress, IReadOnlyDictionary<int, double> Ceiling, TimeProvider Time,
    string? ResultsFolder = null, double VerifyReads = RunTools.DefaultVerifyReads, bool VerifyAfterKill = false,
    string? HistoryFolder = null)
{
    public const double DefaultVerifyReads = 0.01;

    public double? Price { get; init; }

    /// <summary>The stores as they described themselves when they were opened.</summary>
    public IReadOnlyList<StoreRecord> Stores { get; init; } = [];
}
