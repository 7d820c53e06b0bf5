namespace EventSourcingBench.LoadTests.Steps;

/// <summary>The load of a step that an engine makes: warm-up, then the measured time, sampled every second.</summary>
internal static class EngineStep
{
    public static async Task<StepResult> RunAsync(
        ExperimentContext context, SuiteLoad load, Func<ValueTask> onWarm, StepResult result, CancellationToken cancellationToken)
    {
        var (step, store, _, recorder, tools) = context;
        await using var sampler = new SecondSampler(
            recorder.TakeSecond,
            store,
            tools.Load.ProcessIds,
            second => tools.Progress.Second(step, second, recorder.Totals()),
            tools.Time);
        using var forced = new ForcedWritesWatch(step, store, tools);
        tools.Progress.Phase(step, "warming up");
        var measured = await tools.Load.RunAsync(
            load,
            step.Simulation(),
            recorder,
            async () =>
            {
                await onWarm();
                sampler.Start();
                forced.Begin();
            },
            tools.ResultsFolder is { } folder ? Path.Combine(folder, step.ReportFolder) : null,
            cancellationToken);
        return result with
        {
            StartedAt = measured.StartedAt,
            Elapsed = measured.Elapsed,
            ForcedWrites = forced.End(),
            Seconds = Within(measured.Elapsed, await sampler.StopAsync()),
            EngineReport = measured.EngineReport is { } file
                ? Path.GetRelativePath(tools.ResultsFolder!, file).Replace(Path.DirectorySeparatorChar, '/')
                : null,
            Notes = measured.Notes,
        };
    }

    // An engine may need a while to end after its last answer: seconds in which nothing was sent would look like an outage.
    private static IReadOnlyList<SecondRecord> Within(TimeSpan elapsed, IReadOnlyList<SecondRecord> seconds) =>
        [.. seconds.Take((int)Math.Max(1, elapsed.TotalSeconds))];
}
