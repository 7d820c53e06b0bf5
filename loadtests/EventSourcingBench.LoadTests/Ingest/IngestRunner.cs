using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>Runs a step of the suite <c>ingest</c>: its trials, each on an empty store and each verified.</summary>
internal sealed class IngestRunner(Step step, IStoreUnderTest store, RunTools tools) : IStepRunner
{
    /// <summary>What is timed.</summary>
    public const string Operation = "flush";

    private readonly IngestLoad _load = step.Ingest!;
    private readonly LoadRecorder _recorder = new(Operation, maxWorkers: 1, tools.Time);
    private readonly List<TrialResult> _results = [];
    private readonly List<VerdictRecord> _verdicts = [];
    private string? _failure;

    public async Task<StepRecord> RunAsync(CancellationToken cancellationToken)
    {
        var startedAt = tools.Time.GetUtcNow();
        try
        {
            for (var trial = 1; trial <= step.Trials && _failure is null && !cancellationToken.IsCancellationRequested; trial++)
            {
                await RunTrialAsync(trial, cancellationToken);
            }
        }
        catch (StoreFailureException e)
        {
            _recorder.RecordError(e.Message);
            _failure = e.Message;
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            _failure = "the step was ended before its load began";
        }

        return Record(_results.Count > 0 ? _results[0].Trial.MeasuredOn : startedAt, cancellationToken.IsCancellationRequested);
    }

    private async Task RunTrialAsync(int number, CancellationToken cancellationToken)
    {
        tools.Progress.Phase(step, FormattableString.Invariant($"trial {number} of {step.Trials}"));
        await store.ResetAsync(copies: 1, [], cancellationToken);
        var trial = new TrialRun(new ExperimentContext(step with { Trial = number }, store, Workers: 1, _recorder, tools));
        var result = await trial.RunAsync(cancellationToken);
        _results.Add(result);
        _failure = result.Failure;
        tools.Progress.Phase(step, "verifying");
        var isLast = number == step.Trials || _failure is not null || cancellationToken.IsCancellationRequested;
        _verdicts.Add(await trial.VerifyAsync(isLast));
    }

    private StepRecord Record(DateTimeOffset startedAt, bool interrupted)
    {
        var trials = _results.ConvertAll(r => r.Trial);
        return new StepRecord
        {
            Number = step.Number,
            Suite = step.Suite.Name,
            Store = step.Store,
            Trial = step.Trial,
            StartedAt = startedAt,
            Elapsed = trials.Aggregate(TimeSpan.Zero, (sum, t) => sum + t.Duration),
            Operations = _recorder.Operations(),
            Ingest = Ingest(trials),
            Seconds = _results.Count > 0 ? _results[^1].Seconds : [],
            Verdict = TrialVerdicts.Sum(_verdicts, _failure),
            Errors = _recorder.Errors(),
            Throughput = TrialRates.Median(Undisturbed()),
            Notes = [.. _results.SelectMany(r => r.Notes).Distinct(StringComparer.Ordinal)],
            Interrupted = interrupted,
        };
    }

    // A trial in which a node died does not show the usual rate, where there are others that do.
    private List<IngestTrial> Undisturbed()
    {
        var calm = _results.Where(r => r.NodeDeath is null).ToList();
        return (calm.Count > 0 ? calm : _results).ConvertAll(r => r.Trial);
    }

    private IngestRecord Ingest(IReadOnlyList<IngestTrial> trials)
    {
        var server = store.BulkTarget?.Server;
        return new IngestRecord
        {
            ClusterType = server is null ? "embedded" : server.Nodes > 1 ? "replicated" : "server",
            Remote = store.BulkTarget is { IsRemote: true },
            Nodes = server?.Nodes ?? 1,
            EventType = SafeEvents.EventType,
            EventBytes = new SafeEvents(step.Seed, step.Workload.Get(LoadParameters.Streams)).MeanBytes(_load.Count),
            BufferMode = _load.BufferMode,
            BufferBytes = _load.BufferBytes,
            Count = _load.Count,
            Trials = trials,
            NodeDeath = _results.Select(r => r.NodeDeath).FirstOrDefault(d => d is not null),
        };
    }
}
