using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>
/// Runs one step: a fresh store, warm-up, measured load, the projection's rest, verification. Whatever goes wrong with
/// the store becomes part of the step's record; other steps go on.
/// </summary>
internal sealed class StepRunner(Step step, IStoreUnderTest store, RunTools tools) : IStepRunner
{
    private readonly LoadSimulation _simulation = step.Simulation();

    public async Task<StepRecord> RunAsync(CancellationToken cancellationToken)
    {
        var recorder = new LoadRecorder(step.Suite.Operation, _simulation.MaxWorkers, tools.Time);
        var experiment = step.Suite.Create!(new ExperimentContext(step, store, _simulation.MaxWorkers, recorder, tools));
        var reports = tools.ResultsFolder is null ? null : step.ReportFolder;
        var result = new StepResult { StartedAt = tools.Time.GetUtcNow() };
        try
        {
            tools.Progress.Phase(step, "opening");
            await experiment.PrepareAsync(cancellationToken);
            result = await LoadAsync(experiment, recorder, result, reports, cancellationToken);

            // From here on the step is brought to its end: Ctrl-C has had its effect.
            result = await experiment.FinishAsync(result);
        }
        catch (Exception e) when (e is StoreFailureException or LoadEngineException)
        {
            recorder.RecordError(e.Message);
            result = result with { Failure = e.Message };
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            result = result with { Failure = "the step was ended before its load began" };
        }

        tools.Progress.Phase(step, "verifying");
        var verdict = await experiment.VerifyAsync(result.Failure);
        return Record(result, recorder, verdict, cancellationToken.IsCancellationRequested);
    }

    private async Task<StepResult> LoadAsync(
        IExperiment experiment, LoadRecorder recorder, StepResult result, string? reports, CancellationToken cancellationToken)
    {
        await using var sampler = new SecondSampler(
            recorder.TakeSecond, store, tools.Load.ProcessIds, second => tools.Progress.Second(step, second, recorder.Totals()), tools.Time);
        using var forced = new ForcedWritesWatch(step, store, tools);
        tools.Progress.Phase(step, "warming up");
        var measured = await tools.Load.RunAsync(
            experiment.Load,
            _simulation,
            recorder,
            async () =>
            {
                await experiment.WarmAsync();
                sampler.Start();
                forced.Begin();
            },
            reports is null ? null : Path.Combine(tools.ResultsFolder!, reports),
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

    private StepRecord Record(StepResult result, LoadRecorder recorder, VerdictRecord verdict, bool interrupted)
    {
        var operations = recorder.Operations();
        var successes = operations.Where(o => o.Outcome == Outcome.Success).Sum(o => o.ServiceTime.Count);
        var throughput = result.Elapsed > TimeSpan.Zero ? successes / result.Elapsed.TotalSeconds : 0;
        return new StepRecord
        {
            Number = step.Number,
            Suite = step.Suite.Name,
            Store = step.Subject,
            Trial = step.Trial,
            Copies = step.Copies,
            Rate = step.Rate,
            Ramp = step.Workload.Get(LoadParameters.Ramp),
            Preload = step.Preload,
            StartedAt = result.StartedAt,
            Elapsed = result.Elapsed,
            Operations = operations,
            ProjectionDelay = result.ProjectionDelay,
            Enrolments = result.Enrolments,
            Reservations = result.Reservations,
            Seconds = result.Seconds,
            ForcedWrites = result.ForcedWrites,
            Verdict = verdict,
            Errors = recorder.Errors(),
            Throughput = throughput,
            ShareOfCeiling = step.Copies is { } copies && tools.Ceiling.TryGetValue(copies, out var ceiling) ? throughput / Math.Max(ceiling, throughput) : null,
            EngineReport = result.EngineReport,
            Notes = result.Notes,
            Interrupted = interrupted,
        };
    }
}
