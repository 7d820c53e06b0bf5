namespace EventSourcingBench.LoadTests.Steps;

/// <summary>Loads each store's process before the first step, so that compilation at run time is not measured in that step.</summary>
internal static class ProcessWarmUp
{
    private const int Copies = 8;
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(2);

    /// <summary>How long before steps of such a length: two seconds or as long as a step is, whichever is less.</summary>
    public static TimeSpan Before(TimeSpan step) => step < Longest ? step : Longest;

    public static async Task RunAsync(
        Suite suite,
        Workload workload,
        string name,
        IStoreUnderTest store,
        RunTools tools,
        TimeSpan duration,
        CancellationToken cancellationToken)
    {
        workload = suite.Steps(workload).First().Workload.With(
        [
            new(LoadParameters.Copies, Copies.ToString(CultureInfo.InvariantCulture)),
            new(LoadParameters.Duration, DurationText.Of(duration)),
            new(LoadParameters.WarmUp, "0"),
            .. suite.WarmUp,
        ]);
        var step = new Step(0, suite, workload, name, Trial: 1, Copies, Rate: null);
        var recorder = new LoadRecorder(suite.Operation, Copies, tools.Time);
        await using var experiment = suite.Create(new ExperimentContext(step, store, Copies, recorder, tools));
        await experiment.PrepareAsync(cancellationToken);
        await tools.Load.RunAsync(experiment.Load!, () => ValueTask.CompletedTask, reportFolder: null, cancellationToken);
    }
}
