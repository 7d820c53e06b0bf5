namespace EventSourcingBench.LoadTests.Ingest;

/// <summary>Appends the events of one trial to a store that was opened on an empty namespace, and verifies it.</summary>
internal sealed class TrialRun
{
    private const int MaxWarmUp = 1_000;
    private const long MinSampled = 10_000;
    private const int MinNodes = 3;
    private static readonly StreamId WarmUpStream = new("warm-up");

    private readonly ExperimentContext _context;
    private readonly IngestLoad _load;
    private readonly IStoreUnderTest _target;
    private readonly SafeEvents _events;
    private readonly BulkSafeEvents _all;
    private readonly StepHistory _history;
    private readonly BatchAppends _appends;
    private readonly bool _isWarm;
    private long _sampled;

    /// <param name="context">The step with the number of the trial. Its store was reset and not touched since.</param>
    public TrialRun(ExperimentContext context)
    {
        var step = context.Step;
        (_context, _load, _target, _isWarm) = (context, IngestLoad.Of(step.Workload), context.Store, step.Trial > 1);
        _events = new SafeEvents(step.Seed, step.Workload.Get(LoadParameters.Streams));
        _all = new BulkSafeEvents(_events, _load.Count, _isWarm ? [WarmUpStream] : [], (int)Math.Min(_load.Count, MaxWarmUp));
        _history = context.ForLoad().NewHistory(
            _all.Streams.Select(s => s.Value), bulk: new Measurement.Histories.BulkHistory(_all, _all.Count));
        _appends = new BatchAppends(_history, _all);
    }

    private TimeProvider Time => _context.Tools.Time;

    /// <summary>Runs it. A cancellation ends it after the flush that is under way.</summary>
    public async Task<TrialResult> RunAsync(CancellationToken cancellationToken)
    {
        var (step, tools) = (_context.Step, _context.Tools);
        await WarmUpAsync();
        var before = _appends.Acknowledged;
        var flusher = Flusher(_context.Recorder);
        await using var buffer = new EventBuffer(Settings(), flusher.FlushAsync, Time);
        await using var sampler = new SecondSampler(
            Second,
            _context.Store,
            [],
            second => tools.Progress.Second(step, second, new LoadTotals(_appends.Acknowledged - before, 0, buffer.Failed)),
            Time);
        var isSampled = _load.Count >= MinSampled;
        if (isSampled)
        {
            _sampled = before;
            sampler.Start();
        }

        var startedAt = Time.GetUtcNow();
        var start = Time.GetTimestamp();
        await using var fault = Fault();
        await EventProducer.RunAsync(_events, _history.Ids, 0, _load.Count, buffer, flusher, cancellationToken);
        flusher.IsStopped = cancellationToken.IsCancellationRequested;
        await buffer.CompleteAsync();
        var trial = new IngestTrial
        {
            Number = step.Trial,
            Warm = _isWarm,
            MeasuredOn = startedAt,
            Duration = Time.GetElapsedTime(start),
            Acknowledged = buffer.Acknowledged,
            Overflowed = buffer.Overflowed,
            Failed = buffer.Failed,
            Flushes = buffer.Flushes,
        };
        var death = fault is null ? null : await fault.EndAsync();
        return new TrialResult(
            trial with { NodeDied = death is not null },
            flusher.Broken,
            isSampled ? await sampler.StopAsync() : [],
            death,
            KillsNode && death is null ? [WhyNoneWasKilled()] : []);
    }

    /// <param name="isLast">Whether no other trial follows: then another process opens the store and reads it once more.</param>
    public Task<VerdictRecord> VerifyAsync(bool isLast) => new StepVerification(_context, _history).VerifyAsync(
        failure: null, projection: null, plan => isLast ? plan : plan with { Reopen = null });

    private async Task WarmUpAsync()
    {
        if (_isWarm)
        {
            var flusher = Flusher(new LoadRecorder(IngestExperiment.Operation, maxWorkers: 1, Time));
            await flusher.FlushAsync(_all.Batch(_history.Ids, _load.Count, _all.Count));
        }
    }

    // The last trial of a step on a server with nodes to spare.
    private bool KillsNode => KillAt is not null && _context.Step.Trial == _context.Step.Trials && _target.Server is { Nodes: >= MinNodes };

    private TimeSpan? KillAt => _context.Step.Workload.Get(LoadParameters.KillNodeAt);

    private NodeFault? Fault() => KillsNode && _target.Server!.CanKillNode
        ? new NodeFault(KillAt!.Value, KillAsync, restart: null, _history, Time)
        : null;

    private async Task<string> KillAsync()
    {
        _target.SpoilServer();
        try
        {
            return await _target.Server!.KillNodeAsync(CancellationToken.None);
        }
        catch (StoreUnavailableException e)
        {
            return e.Message;
        }
    }

    private string WhyNoneWasKilled() => _target.Server!.CanKillNode
        ? FormattableString.Invariant(
            $"No node was killed: the trial had ended before {KillAt!.Value.TotalSeconds:0.#} s. Append more events.")
        : $"No node was killed: the server ({_target.Server.Origin}) was not started here.";

    private BulkFlusher Flusher(LoadRecorder recorder) =>
        new(_target.BulkStore!, _appends, recorder, _context.Step.Timeout, Time);

    private EventBufferSettings Settings() => new(_load.BufferMode == IngestLoad.Blocking, (int)_load.BufferBytes)
    {
        Linger = _context.Step.Workload.Get(IngestParameters.Linger),
        MemoryLimit = _context.Step.Workload.Get(IngestParameters.MemoryLimit),
    };

    // Times are those of flushes; what is counted is events.
    private SecondRecord Second(int second)
    {
        var acknowledged = _appends.Acknowledged;
        var record = _context.Recorder.TakeSecond(second) with { Successes = acknowledged - _sampled };
        _sampled = acknowledged;
        return record;
    }
}

/// <summary>What came of a trial, and why it was not brought to its end; null when it was.</summary>
internal sealed record TrialResult(
    IngestTrial Trial, string? Failure, IReadOnlyList<SecondRecord> Seconds, NodeDeathRecord? NodeDeath, IReadOnlyList<string> Notes);

internal static class TrialVerdicts
{
    /// <summary>Adds up the counts. The text is that of the first trial with findings, else the failure, else that of the first trial that
    /// was not verified, else of the last one. A step passes when every trial was brought to its end and passes.</summary>
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
        return verdicts.Count == 1
            ? of.Text
            : FormattableString.Invariant($"{of.Text} (trial {trial} of {verdicts.Count}{(of.Passed ? ", all verified" : "")})");
    }
}
