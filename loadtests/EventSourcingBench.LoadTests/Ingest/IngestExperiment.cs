namespace EventSourcingBench.LoadTests.Ingest;

/// <summary>The suite <c>ingest</c>: the trials of a step, each on an empty store and each verified.</summary>
internal sealed class IngestExperiment(ExperimentContext context) : IExperiment
{
    public static Suite Suite { get; } = new()
    {
        Name = "ingest",
        Summary = "How many events a second by bulk appends, by count, buffer, blocking or not, and nodes",
        Operation = Operation,
        Create = context => new IngestExperiment(context),
        Workers = _ => 1,
        Detail = IngestRecord.DetailOf,
        Ended = IngestSummary.Ended,
        Table = IngestSummary.Table,
        Parameters = IngestParameters.All,
        Check = IngestParameters.Check,
        Steps = IngestParameters.Steps,
        Searched = IngestParameters.Searched,
        Obstacle = BulkStore.Obstacle,
        Requires = "bulk appends",
        DefaultVia = Via.Direct,
    };

    public const string Operation = "flush";

    private const int MaxWarmUp = 1_000;
    private const long MinSampled = 10_000;

    private readonly IngestLoad _load = IngestLoad.Of(context.Step.Workload);
    private readonly List<IngestTrial> _trials = [];
    private readonly List<VerdictRecord> _verdicts = [];
    private IReadOnlyList<SecondRecord> _seconds = [];
    private NodeDeathRecord? _death;
    private string? _whyNoDeath;
    private string? _unread;
    private string? _failure;

    private TimeProvider Time => context.Tools.Time;

    private TimeSpan? KillAt => context.Step.Workload.Get(LoadParameters.KillNodeAt);

    // Each trial has a separate store to prepare.
    public Task PrepareAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public async Task<StepRecord> LoadAsync(StepRecord result, CancellationToken cancellationToken)
    {
        for (var trial = 1; trial <= context.Step.Trials && _failure is null && !cancellationToken.IsCancellationRequested; trial++)
            _failure = await RunTrialAsync(context with { Step = context.Step with { Trial = trial } }, cancellationToken);

        return result;
    }

    public Task<VerdictRecord> VerifyAsync(string? failure) => Task.FromResult(TrialVerdicts.Sum(_verdicts, failure ?? _failure));

    public StepRecord Describe(StepRecord result)
    {
        var server = context.Store.Server;
        var ingest = new IngestRecord(
            server is null ? "embedded" : server.Nodes > 1 ? "replicated" : "server", server?.Nodes ?? 1, SafeEvents.EventType,
            Events().MeanBytes(), _load.BufferMode, _load.BufferBytes, _load.Count, context.Store.IsRemote, _death)
        { Trials = _trials };
        return result.With(IngestRecord.Name, ingest) with
        {
            StartedAt = _trials is [var first, ..] ? first.MeasuredOn : result.StartedAt,
            Elapsed = _trials.Aggregate(TimeSpan.Zero, (sum, t) => sum + t.Duration),
            Seconds = _seconds,
            Throughput = ingest.Median,
            Notes = [.. new[] { _whyNoDeath, _unread }.OfType<string>()],
        };
    }

    private SafeEvents Events(params IReadOnlyList<string> warmUp) => new(
        context.Step.Seed, context.Step.Workload.Get(LoadParameters.Streams), _load.Count, warmUp, (int)Math.Min(_load.Count, MaxWarmUp));

    // On an empty store, and verified. The other process reads what the last one left.
    private async Task<string?> RunTrialAsync(ExperimentContext trial, CancellationToken cancellationToken)
    {
        var (step, progress) = (trial.Step, trial.Tools.Progress);
        progress.Phase(step, FormattableString.Invariant($"trial {step.Trial} of {step.Trials}"));
        await trial.Store.ResetAsync(copies: 1, cancellationToken);
        var events = step.Trial > 1 ? Events("warm-up") : Events();
        var history = trial.ForLoad().NewHistory(events.Streams.Select(s => s.Value), bulk: new BulkHistory(events, events.Count));
        var failure = await AppendAsync(step, events, history, cancellationToken);
        progress.Phase(step, "verifying");
        var isLast = step.Trial == step.Trials || failure is not null || cancellationToken.IsCancellationRequested;
        _verdicts.Add(await new StepVerification(trial, history).VerifyAsync(
            failure: null, projection: null, plan => isLast ? plan : plan with { Reopen = null }));
        return failure;
    }

    // A cancellation ends it after the flush that is under way.
    private async Task<string?> AppendAsync(Step step, SafeEvents events, StepHistory history, CancellationToken cancellationToken)
    {
        var appends = new BatchAppends(history, events);
        if (step.Trial > 1)
            await Flusher(new LoadRecorder(Operation, maxWorkers: 1, Time)).FlushAsync(events.Others(history.Ids));

        var (before, flusher) = (appends.Acknowledged, Flusher(context.Recorder));
        var settings = new EventBufferSettings(_load.BufferMode == IngestLoad.Blocking, (int)_load.BufferBytes)
        { Linger = step.Workload.Get(IngestParameters.Linger), MemoryLimit = step.Workload.Get(IngestParameters.MemoryLimit) };
        await using var buffer = new EventBuffer(settings, flusher.FlushAsync, Time);
        await using var sampler = new SecondSampler(
            BulkFlusher.Seconds(context.Recorder, () => appends.Acknowledged), context.Store, [],
            s => context.Tools.Progress.Second(step, s, new LoadTotals(appends.Acknowledged - before, 0, buffer.Failed)), Time);
        if (_load.Count >= MinSampled)
            sampler.Start();

        var (startedAt, start) = (Time.GetUtcNow(), Time.GetTimestamp());
        await using var fault = FaultOf(step, history);
        await using var stopping = cancellationToken.Register(() => flusher.IsStopped = true);
        await events.ProduceAsync(history.Ids, 0, _load.Count, buffer, flusher, cancellationToken);
        await buffer.CompleteAsync();
        var duration = Time.GetElapsedTime(start);
        (_death, var whyNot) = await NodeDeathRecord.EndAsync(fault, history);
        await ReadAppendedAsync(events, history, appends, step.Timeout);
        if (fault is not null && _death is null)
        {
            _whyNoDeath = whyNot ?? (cancellationToken.IsCancellationRequested ? null : FormattableString.Invariant(
                $"No node was killed: the trial had ended before {KillAt!.Value.TotalSeconds:0.#} s. Append more events."));
        }

        _seconds = await sampler.StopAsync();
        _trials.Add(new IngestTrial(
            step.Trial, Warm: step.Trial > 1, startedAt, duration, buffer.Acknowledged, buffer.Flushes, buffer.Overflowed, buffer.Failed,
            NodeDied: _death is not null));
        return flusher.Broken;

        BulkFlusher Flusher(LoadRecorder recorder) => new(context.Store.BulkStore!, appends, recorder, step.Timeout, Time);
    }

    // At once: a store may show late what it acknowledged.
    private async Task ReadAppendedAsync(SafeEvents events, StepHistory history, BatchAppends appends, TimeSpan timeout)
    {
        var (lane, stream) = (history.AddLane(), events.StreamOf(_load.Count - 1));
        if (appends.VersionOf(stream) is not (> 0 and var version))
            return;

        using var limit = new CancellationTokenSource(timeout, Time);
        if (await lane.ReadAsync(
            history.Ids, context.Store.BulkStore!.Streams, number: 0, stream, history.Keys[stream], version, long.MaxValue, limit.Token)
            is { } failure)
        {
            _unread = $"A read right after the last acknowledgement of a trial failed: {Secrets.OfThisProcess.Redact(failure.Message)}";
        }
    }

    // In the last trial on a server with nodes to spare.
    private FaultSchedule? FaultOf(Step step, StepHistory history)
    {
        if (KillAt is not { } at || step.Trial < step.Trials)
            return null;

        if (context.Store.Server is not { Nodes: >= IngestParameters.NodesToLoseOne } server)
        {
            _whyNoDeath = $"No node was killed: {step.Store} has fewer than {IngestParameters.NodesToLoseOne}.";
            return null;
        }

        var leader = new LeaderFault(context.Store);
        _whyNoDeath = leader.WhyNot is null ? null : $"No node was killed: the server ({server.Origin}) was not started here.";
        return _whyNoDeath is null ? new FaultSchedule(leader, [at], TimeSpan.Zero, history, Time) : null;
    }
}

internal static class TrialVerdicts
{
    /// <summary>Adds up the counts. The text is that of the first trial with findings, else the failure, else that of the first trial that
    /// was not verified, else of the last one. A step passes when every trial was completed and passes.</summary>
    public static VerdictRecord Sum(IReadOnlyList<VerdictRecord> verdicts, string? failure)
    {
        var bad = verdicts.Where(v => !v.Passed).OrderByDescending(v => v.Total > 0).FirstOrDefault();
        return new VerdictRecord
        {
            Passed = bad is null && failure is null && verdicts.Count > 0,
            Text = bad is { Total: > 0 } ? Text(verdicts, bad)
                : failure is not null ? $"not verified to the end: {failure}"
                : verdicts.Count == 0 ? "not verified: no event was acknowledged"
                : Text(verdicts, bad ?? verdicts[^1]),
            Acknowledged = verdicts.Sum(v => v.Acknowledged),
            Findings = verdicts.SelectMany(v => v.Findings).GroupBy(f => f.Key, StringComparer.Ordinal)
                .ToDictionary(g => g.Key, g => g.Sum(f => f.Value), StringComparer.Ordinal),
            UnknownOutcomes = verdicts.Sum(v => v.UnknownOutcomes),
            UnknownApplied = verdicts.Sum(v => v.UnknownApplied),
            Examples = [.. verdicts.SelectMany(v => v.Examples)],
        };
    }

    private static string Text(IReadOnlyList<VerdictRecord> verdicts, VerdictRecord of)
    {
        var trial = verdicts.Index().First(v => v.Item == of).Index + 1;
        return verdicts.Count == 1 ? of.Text
            : FormattableString.Invariant($"{of.Text} (trial {trial} of {verdicts.Count}{(of.Passed ? ", all verified" : "")})");
    }
}
