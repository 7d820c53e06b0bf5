using EventSourcingBench.Abstractions;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>
/// Runs a step of the suite <c>ingest</c>: its trials, each on an empty store, and the verification of the last one. Of small
/// trials each is verified.
/// </summary>
internal sealed class IngestRunner(Step step, IStoreUnderTest store, RunTools tools) : IStepRunner
{
    /// <summary>What is timed.</summary>
    public const string Operation = "flush";

    private const long AlwaysVerified = 10_000;

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
            for (var trial = 1; trial <= step.Workload.Trials && _failure is null && !cancellationToken.IsCancellationRequested; trial++)
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
        tools.Progress.Phase(step, FormattableString.Invariant($"trial {number} of {step.Workload.Trials}"));
        await store.ResetAsync(copies: 1, [], cancellationToken);
        var result = await new TrialRun(step, store, number, _recorder, tools).RunAsync(cancellationToken);
        _results.Add(result);
        _failure = result.Failure;
        var isLast = number == step.Workload.Trials || _failure is not null || cancellationToken.IsCancellationRequested;
        if (isLast || _load.Count <= AlwaysVerified)
        {
            tools.Progress.Phase(step, "verifying");
            var verifier = new PouredVerifier(store.Pour!.Poured!, result.Ledger, e => IsWarmUp(e, result.WarmUp));
            _verdicts.Add(await verifier.VerifyAsync(tools.Time, rows: null, CancellationToken.None));
        }
    }

    private static bool IsWarmUp(RecordedEvent found, PouredLedger? warmUp) =>
        warmUp is not null && found.Stream == TrialRun.WarmUpStream && warmUp.Ids.NumberOf(found.Id) is var number && number >= 0 && number < warmUp.Count;

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
            Verdict = TrialVerdicts.Sum(_verdicts, _results.Count, _failure),
            Errors = _recorder.Errors(),
            Throughput = TrialRates.Median(Undisturbed()),
            Notes = [.. _results.SelectMany(r => r.Notes).Distinct(StringComparer.Ordinal)],
            Interrupted = interrupted,
        };
    }

    // A trial in which a node died tells of that, not of the rate, where there are others to tell it.
    private List<IngestTrial> Undisturbed()
    {
        var calm = _results.Where(r => r.NodeDeath is null).ToList();
        return (calm.Count > 0 ? calm : _results).ConvertAll(r => r.Trial);
    }

    private IngestRecord Ingest(IReadOnlyList<IngestTrial> trials)
    {
        var server = store.Pour?.Server;
        return new IngestRecord
        {
            ClusterType = server is null ? "embedded" : server.Nodes > 1 ? "replicated" : "server",
            Remote = store.Pour is { IsRemote: true },
            Nodes = server?.Nodes ?? 1,
            EventType = SafeEvents.EventType,
            EventBytes = new SafeEvents(step.Seed, step.Workload.Streams).MeanBytes(_load.Count),
            BufferMode = _load.BufferMode,
            BufferBytes = _load.BufferBytes,
            Count = _load.Count,
            Trials = trials,
            NodeDeath = _results.Select(r => r.NodeDeath).FirstOrDefault(d => d is not null),
        };
    }
}
