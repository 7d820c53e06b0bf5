using EventSourcingBench.Abstractions;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>Pours the events of one trial into a store that was opened on an empty namespace.</summary>
/// <param name="step">The step.</param>
/// <param name="store">Its store, reset and not touched since.</param>
/// <param name="number">The trial's number in the step, from 1.</param>
/// <param name="recorder">Gets the times of flushes.</param>
/// <param name="tools">What every step uses.</param>
internal sealed class TrialRun(Step step, IStoreUnderTest store, int number, LoadRecorder recorder, RunTools tools)
{
    private const int MostWarmUp = 1_000;
    private const long LeastSampled = 10_000;

    private readonly IngestLoad _load = step.Ingest!;
    private readonly IPouredInto _into = store.Pour!;
    private readonly PouredStore _store = store.Pour!.Poured!;
    private readonly SafeEvents _events = new(step.Seed, step.Workload.Streams);
    private long _sampled;

    /// <summary>Runs it.</summary>
    /// <param name="cancellationToken">Ends it after the flush in hand.</param>
    public async Task<TrialResult> RunAsync(CancellationToken cancellationToken)
    {
        var isWarm = number > 1;
        var warmUp = isWarm ? await WarmUpAsync(cancellationToken) : null;
        var ledger = Ledger(_load.Count, isWarmUp: false);
        var log = new FlushLog(recorder, tools.Time);
        var flusher = new BulkFlusher(_store, ledger, log, step.Workload.Timeout, tools.Time);
        await using var buffer = new EventBuffer(Settings(), flusher.FlushAsync, tools.Time);
        await using var sampler = new SecondSampler(
            second => Second(second, ledger), store, [], second => tools.Progress.Second(step, second, new LoadTotals(ledger.Acknowledged, 0, buffer.Failed)), tools.Time);
        var isSampled = _load.Count >= LeastSampled;
        if (isSampled)
        {
            sampler.Start();
        }

        var startedAt = tools.Time.GetUtcNow();
        var start = tools.Time.GetTimestamp();
        await using var killer = NodeKiller.Begin(step, _into, number, log, tools.Time);
        await Pouring.RunAsync(_events, ledger.Ids, 0, _load.Count, buffer, flusher, cancellationToken);
        flusher.IsStopped = cancellationToken.IsCancellationRequested;
        await buffer.CompleteAsync();
        var elapsed = tools.Time.GetElapsedTime(start);
        log.Close();
        var trial = new IngestTrial
        {
            Number = number,
            Warm = isWarm,
            MeasuredOn = startedAt,
            Duration = elapsed,
            Acknowledged = buffer.Acknowledged,
            Overflowed = buffer.Overflowed,
            Failed = buffer.Failed,
            Flushes = buffer.Flushes,
        };
        return new TrialResult(trial, ledger, flusher.Broken)
        {
            Seconds = isSampled ? await sampler.StopAsync() : [],
            NodeDeath = killer is null ? null : await killer.EndAsync(),
            Notes = killer?.Note is { } note ? [note] : [],
            WarmUp = warmUp,
        };
    }

    private async Task<PouredLedger> WarmUpAsync(CancellationToken cancellationToken)
    {
        var ledger = Ledger(Math.Min(_load.Count, MostWarmUp), isWarmUp: true);
        var batch = new BufferBatch(likely: null);
        var data = new byte[SafeEvents.LongestBytes];
        for (var n = 0L; n < ledger.Count; n++)
        {
            var length = _events.Write(n, stream: 0, data);
            batch.Add(stream: 0, ledger.Ids.Of(n), data.AsSpan(0, length));
        }

        try
        {
            await _store.Bulk.AppendAsync(batch.ToEvents([WarmUpStream], SafeEvents.EventType), cancellationToken);
            return ledger;
        }
        catch (Exception e) when (e is StoreUnavailableException or OutcomeUnknownException)
        {
            throw new StoreFailureException(e.Message, e);
        }
    }

    /// <summary>Where the events of the warm-up go.</summary>
    public static StreamId WarmUpStream { get; } = new("warm-up");

    private PouredLedger Ledger(long count, bool isWarmUp)
    {
        var key = SplitMix64.BitsAt(step.Seed, (((long)step.Number << 16) | ((long)number << 1)) + (isWarmUp ? 1 : 0));
        return new PouredLedger(_events.Streams, _events.StreamOf, new EventIds(tools.Time.GetUtcNow(), key), count);
    }

    private EventBufferSettings Settings() => new()
    {
        Blocking = _load.BufferMode == IngestLoad.Blocking,
        FlushBytes = (int)_load.BufferBytes,
        Linger = step.Workload.Linger,
        MemoryLimit = step.Workload.MemoryLimit,
    };

    // Times are those of flushes; what is counted is events.
    private SecondRecord Second(int second, PouredLedger ledger)
    {
        var acknowledged = ledger.Acknowledged;
        var record = recorder.TakeSecond(second) with { Successes = acknowledged - _sampled };
        _sampled = acknowledged;
        return record;
    }
}
