namespace EventSourcingBench.LoadTests.Steps;

/// <summary>Runs one step of any suite, from a fresh store to its record. Whatever goes wrong with the store becomes part of the record;
/// other steps go on.</summary>
internal sealed class StepRunner(Step step, IStoreUnderTest store, RunTools tools)
{
    public async Task<StepRecord> RunAsync(CancellationToken cancellationToken)
    {
        var workers = step.Suite.Workers(step);
        var recorder = new LoadRecorder(step.Suite.Operation, workers, tools.Time);
        await using var experiment = step.Suite.Create(new ExperimentContext(step, store, workers, recorder, tools));
        var result = new StepResult(tools.Time.GetUtcNow(), [recorder]);
        try
        {
            tools.Progress.Phase(step, "opening");
            await experiment.PrepareAsync(cancellationToken);
            result = await experiment.LoadAsync(result, cancellationToken);

            // From here on the step is brought to its end: Ctrl-C has had its effect.
            result = await AddPlansAsync(await experiment.FinishAsync(result));
        }
        catch (Exception e) when (StoreFailureException.Is(e) || e is LoadEngineException)
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
        return Record(experiment.Describe(result), verdict, cancellationToken.IsCancellationRequested);
    }

    // Before verification, which may close the store.
    private async Task<StepResult> AddPlansAsync(StepResult result)
    {
        if (tools.ResultsFolder is not { } folder || !step.Suite.HasEngine)
            return result;

        var work = await store.ReadWorkAsync(node: 0, counters: false, plans: true, CancellationToken.None);
        if (work.Plans is not { Length: > 0 } plans)
            return result;

        var file = $"plans/{step.FileName}.txt";
        ResultsLostException.Guard(folder, () => Directory.CreateDirectory(Path.Combine(folder, "plans")));
        ResultsLostException.Guard(folder, () => File.WriteAllText(Path.Combine(folder, file), Secrets.OfThisProcess.Redact(plans)));
        return result with { Plans = file };
    }

    private StepRecord Record(StepResult result, VerdictRecord verdict, bool interrupted)
    {
        var operations = result.Recorders.SelectMany(r => r.Operations()).ToList();
        var successes = operations.Where(o => o.Outcome == Outcome.Success).Sum(o => o.ServiceTime.Count);
        var throughput = result.Throughput ?? (result.Elapsed > TimeSpan.Zero ? successes / result.Elapsed.TotalSeconds : 0);
        return new StepRecord(
            step.Number,
            step.Suite.Name,
            step.Subject,
            step.Trial,
            result.StartedAt,
            result.Elapsed,
            verdict,
            throughput,
            step.Copies,
            step.Rate,
            step.Workload.Get(LoadParameters.Ramp),
            step.Preload,
            result.ProjectionDelay,
            ForcedWrites: result.ForcedWrites,
            ShareOfCeiling: step.Copies is { } copies && tools.Ceiling.TryGetValue(copies, out var ceiling)
                ? throughput / Math.Max(ceiling, throughput)
                : null,
            EngineReport: result.EngineReport,
            Plans: result.Plans,
            Interrupted: interrupted)
        {
            Operations = operations,
            Details = StepRecord.DetailsOf([result.Detail, result.Cost is null ? null : (CostRecord.Name, result.Cost)]),
            Seconds = result.Seconds,
            Slowest = result.Slowest,
            Activity = result.Activity,
            Errors = result.Recorders.SelectMany(r => r.Errors()).GroupBy(e => e.Key, StringComparer.Ordinal)
                .ToDictionary(g => g.Key, g => g.Sum(e => e.Value), StringComparer.Ordinal),
            Notes = result.Notes,
        };
    }
}
