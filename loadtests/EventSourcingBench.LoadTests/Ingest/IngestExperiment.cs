namespace EventSourcingBench.LoadTests.Ingest;

/// <summary>The suite <c>ingest</c>: the trials of a step, each on an empty store and each verified.</summary>
internal sealed class IngestExperiment(ExperimentContext context) : IExperiment
{
    public static Suite Suite { get; } = new()
    {
        Name = "ingest",
        Summary = "How many events a second by bulk appends, by count, buffer, blocking or not, and nodes",
        Models = [StoreModel.Streams],
        Operation = Operation,
        Create = context => new IngestExperiment(context),
        Workers = _ => 1,
        Detail = IngestDetail.Of,
        Ended = IngestSummary.Ended,
        Table = (run, steps) => steps[0].Ingest is null ? null : IngestSummary.Table(run, steps),
        Parameters = IngestParameters.All,
        Check = IngestParameters.Check,
        Steps = IngestParameters.Steps,
        TrialsInStep = true,
        Obstacle = BulkStore.Obstacle,
        Requires = "bulk appends",
        DefaultVia = Via.Direct,
    };

    public const string Operation = "flush";

    private readonly List<TrialResult> _results = [];
    private readonly List<VerdictRecord> _verdicts = [];

    // Each trial has a separate store to prepare.
    public Task PrepareAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public async Task<StepResult> LoadAsync(StepResult result, CancellationToken cancellationToken)
    {
        var (trials, failure) = (context.Step.Trials, (string?)null);
        for (var trial = 1; trial <= trials && failure is null && !cancellationToken.IsCancellationRequested; trial++)
            failure = await RunTrialAsync(trial, trials, cancellationToken);

        return result with { Failure = failure };
    }

    public Task<VerdictRecord> VerifyAsync(string? failure) => Task.FromResult(TrialVerdicts.Sum(_verdicts, failure));

    public StepResult Describe(StepResult result)
    {
        var (step, server) = (context.Step, context.Store.Server);
        var load = IngestLoad.Of(step.Workload);
        var ingest = new IngestRecord
        {
            ClusterType = server is null ? "embedded" : server.Nodes > 1 ? "replicated" : "server",
            Remote = context.Store.IsRemote,
            Nodes = server?.Nodes ?? 1,
            EventType = SafeEvents.EventType,
            EventBytes = new SafeEvents(step.Seed, step.Workload.Get(LoadParameters.Streams)).MeanBytes(load.Count),
            BufferMode = load.BufferMode,
            BufferBytes = load.BufferBytes,
            Count = load.Count,
            Trials = _results.ConvertAll(r => r.Trial),
            NodeDeath = _results.Select(r => r.NodeDeath).FirstOrDefault(d => d is not null),
        };
        return result with
        {
            StartedAt = ingest.Trials is [var first, ..] ? first.MeasuredOn : result.StartedAt,
            Elapsed = ingest.Trials.Aggregate(TimeSpan.Zero, (sum, t) => sum + t.Duration),
            Detail = (IngestDetail.Name, ingest),
            Seconds = _results is [.., var last] ? last.Seconds : [],
            Throughput = ingest.Median,
            Notes = [.. _results.SelectMany(r => r.Notes).Distinct(StringComparer.Ordinal)],
        };
    }

    private async Task<string?> RunTrialAsync(int number, int trials, CancellationToken cancellationToken)
    {
        var (step, progress) = (context.Step, context.Tools.Progress);
        progress.Phase(step, FormattableString.Invariant($"trial {number} of {trials}"));
        await context.Store.ResetAsync(copies: 1, cancellationToken);
        var trial = new TrialRun(context with { Step = step with { Trial = number } });
        var result = await trial.RunAsync(cancellationToken);
        _results.Add(result);
        progress.Phase(step, "verifying");
        var isLast = number == trials || result.Failure is not null || cancellationToken.IsCancellationRequested;
        _verdicts.Add(await trial.VerifyAsync(isLast));
        return result.Failure;
    }
}
