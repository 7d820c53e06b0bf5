namespace EventSourcingBench.LoadTests.Ingest;

/// <summary>The suite <c>ingest</c>: the trials of a step, each on an empty store and each verified.</summary>
internal sealed class IngestExperiment(ExperimentContext context) : IExperiment
{
    /// <summary>What is timed.</summary>
    public const string Operation = "flush";

    private readonly List<TrialResult> _results = [];
    private readonly List<VerdictRecord> _verdicts = [];

    private IngestLoad Load => IngestLoad.Of(context.Step.Workload);

    // Each trial has a separate store to prepare.
    public Task PrepareAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public async Task<StepResult> LoadAsync(StepResult result, CancellationToken cancellationToken)
    {
        var (trials, failure) = (context.Step.Trials, (string?)null);
        for (var trial = 1; trial <= trials && failure is null && !cancellationToken.IsCancellationRequested; trial++)
        {
            failure = await RunTrialAsync(trial, trials, cancellationToken);
        }

        return result with { Failure = failure };
    }

    public Task<VerdictRecord> VerifyAsync(string? failure) => Task.FromResult(TrialVerdicts.Sum(_verdicts, failure));

    public StepResult Describe(StepResult result)
    {
        var trials = _results.ConvertAll(r => r.Trial);
        return result with
        {
            StartedAt = trials.Count > 0 ? trials[0].MeasuredOn : result.StartedAt,
            Elapsed = trials.Aggregate(TimeSpan.Zero, (sum, t) => sum + t.Duration),
            Detail = (IngestDetail.Name, Ingest(trials)),
            Seconds = _results.Count > 0 ? _results[^1].Seconds : [],
            Throughput = TrialRates.Median(Undisturbed()),
            Notes = [.. _results.SelectMany(r => r.Notes).Distinct(StringComparer.Ordinal)],
        };
    }

    private async Task<string?> RunTrialAsync(int number, int trials, CancellationToken cancellationToken)
    {
        var (step, store, progress) = (context.Step, context.Store, context.Tools.Progress);
        progress.Phase(step, FormattableString.Invariant($"trial {number} of {trials}"));
        await store.ResetAsync(copies: 1, cancellationToken);
        var trial = new TrialRun(context with { Step = step with { Trial = number } });
        var result = await trial.RunAsync(cancellationToken);
        _results.Add(result);
        progress.Phase(step, "verifying");
        var isLast = number == trials || result.Failure is not null || cancellationToken.IsCancellationRequested;
        _verdicts.Add(await trial.VerifyAsync(isLast));
        return result.Failure;
    }

    // A trial in which a node died does not show the usual rate, where there are others that do.
    private List<IngestTrial> Undisturbed()
    {
        var calm = _results.Where(r => r.NodeDeath is null).ToList();
        return (calm.Count > 0 ? calm : _results).ConvertAll(r => r.Trial);
    }

    private IngestRecord Ingest(IReadOnlyList<IngestTrial> trials)
    {
        var target = context.Store.BulkTarget;
        return new IngestRecord
        {
            ClusterType = target?.Server is not { } server ? "embedded" : server.Nodes > 1 ? "replicated" : "server",
            Remote = target is { IsRemote: true },
            Nodes = target?.Server?.Nodes ?? 1,
            EventType = SafeEvents.EventType,
            EventBytes = new SafeEvents(context.Step.Seed, context.Step.Workload.Get(LoadParameters.Streams)).MeanBytes(Load.Count),
            BufferMode = Load.BufferMode,
            BufferBytes = Load.BufferBytes,
            Count = Load.Count,
            Trials = trials,
            NodeDeath = _results.Select(r => r.NodeDeath).FirstOrDefault(d => d is not null),
        };
    }
}
