namespace EventSourcingBench.LoadTests.Steps;

/// <summary>Runs a step of any suite, from a fresh store to its record, which also says whatever went wrong with the store.</summary>
/// <param name="group">The steps that are loaded at the same time. Default: none.</param>
internal sealed class StepRunner(Step step, StoreUnderTest store, RunTools tools, StepGroup? group = null)
{
    // A store that does as little as the endpoint of the ceiling is faster at times.
    private const double MostShare = 1.1;

    private static readonly TimeSpan MostRest = TimeSpan.FromSeconds(60);

    public async Task<StepRecord> RunAsync(CancellationToken cancellationToken)
    {
        var workers = step.Suite.Workers(step);
        var recorder = new LoadRecorder(step.Suite.Operation, workers, tools.Time);
        await using var experiment = step.Suite.Create(new ExperimentContext(step, store, workers, recorder, tools));
        var result = new StepRecord(
            step.Number, step.Suite.Name, step.Subject, step.Trial, tools.Time.GetUtcNow(), Elapsed: TimeSpan.Zero,
            new VerdictRecord { Passed = false, Text = "" }, Throughput: 0, step.Copies, step.Rate,
            step.Workload.Get(LoadParameters.Ramp), step.Preload)
        { Operations = [], Seconds = [] };
        string? failure = null;
        var (hasBegun, isCutOff) = (false, default(bool?));
        try
        {
            tools.Progress.Phase(step, "opening");
            await experiment.PrepareAsync(cancellationToken);
            var rest = await RestAsync(cancellationToken);
            hasBegun = true;
            await ArriveAsync();
            result = await experiment.LoadAsync(result, cancellationToken);
            result = rest is null ? result : result.With(RestRecord.Name, rest).Noting(rest.Failure);

            // From here on the step is completed: Ctrl-C has had its effect.
            isCutOff = cancellationToken.IsCancellationRequested;
            result = await experiment.FinishAsync(result);
            result = await AddPlansAsync(result);
        }
        catch (Exception e) when (StoreFailureException.Is(e) || e is LoadEngineException)
        {
            recorder.RecordError(e.Message);
            failure = e.Message;
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            failure = "the step was ended before its load began";
        }

        // Reading back would disturb the others' loads. One that failed before its load waits for them to begin theirs, too.
        if (!hasBegun)
            await ArriveAsync();

        await ArriveAsync();
        tools.Progress.Phase(step, "verifying");
        var verdict = await experiment.VerifyAsync(failure);
        if (failure is not null && verdict.Passed)
            verdict = verdict with { Passed = false, Text = $"not verified to the end: {failure}" };

        result = experiment.Describe(result) with
        {
            Verdict = verdict,
            Interrupted = isCutOff ?? cancellationToken.IsCancellationRequested,
        };
        LoadRecorder[] recorders = [recorder, .. experiment.OtherRecorders];
        var share = step.Copies is { } copies && tools.Ceiling.TryGetValue(copies, out var ceiling)
            ? result.Throughput / ceiling : default(double?);
        if (share > MostShare)
        {
            share = null;
            result = result.Noting(
                "The store was faster than the no-op ceiling, which was disturbed. Whether the step is client-bound is not known.");
        }

        return result with
        {
            Operations = [.. recorders.SelectMany(r => r.Operations())],
            Errors = recorders.SelectMany(r => r.Errors()).GroupBy(e => e.Key, StringComparer.Ordinal)
                .ToDictionary(g => g.Key, g => g.Sum(e => e.Value), StringComparer.Ordinal),
            ShareOfCeiling = share is { } known ? Math.Min(1, known) : null,
        };
    }

    private Task ArriveAsync() => group?.ArriveAsync() ?? Task.CompletedTask;

    // Suites without an engine open their stores themselves, several times in a step.
    private async Task<RestRecord?> RestAsync(CancellationToken cancellationToken)
    {
        if (!step.Suite.HasEngine)
            return null;

        tools.Progress.Phase(step, "coming to rest");
        var begin = tools.Time.GetTimestamp();
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(MostRest);
        try
        {
            var done = await store.RestAsync(limit.Token);
            return done is null ? null : new RestRecord(tools.Time.GetElapsedTime(begin), done);
        }
        catch (Exception e) when (StoreFailureException.Is(e)
            || (e is OperationCanceledException && !cancellationToken.IsCancellationRequested))
        {
            var why = e is OperationCanceledException ? $"it took longer than {MostRest.TotalSeconds:0} s." : e.Message;
            return new RestRecord(tools.Time.GetElapsedTime(begin), Failure: $"The store did not come to rest before the load: {why}");
        }
    }

    // Before verification, which may close the store.
    private async Task<StepRecord> AddPlansAsync(StepRecord result)
    {
        if (tools.ResultsFolder is not { } folder || !step.Suite.HasEngine)
            return result;

        try
        {
            var work = await store.ReadWorkAsync(node: 0, counters: false, plans: true, CancellationToken.None);
            if (work.Plans is not { Length: > 0 } plans)
                return result;

            var file = $"plans/{step.FileName}.txt";
            await ResultsLostException.GuardAsync(folder, () =>
            {
                Directory.CreateDirectory(Path.Combine(folder, "plans"));
                File.WriteAllText(Path.Combine(folder, file), Secrets.OfThisProcess.Redact(plans));
            });
            return result with { Plans = file };
        }
        catch (Exception e) when (StoreFailureException.Is(e))
        {
            return result.Noting($"The plans of its statements could not be read: {e.Message}");
        }
    }
}
