using EventSourcingBench.Abstractions;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>What the parts of a growing store's step share.</summary>
/// <param name="Step">The step.</param>
/// <param name="Kept">Its store.</param>
/// <param name="Tools">What every step uses.</param>
internal sealed record GrowthStep(Step Step, KeptStore Kept, RunTools Tools)
{
    /// <summary>The operation of single appends.</summary>
    public const string Operation = "append";

    /// <summary>The operation of the background load.</summary>
    public const string BackgroundOperation = "background append";

    // Single events without a background load. Where there are more the ledger takes more room.
    private const long LivePerSample = 1_000;

    private readonly long[] _backgroundSent = new long[GrowthBackground.Workers];
    private readonly Lock _ledgerTurn = new();
    private long _liveSent;

    /// <summary>The events.</summary>
    public GrowthEvents Events { get; } = new(Step.Seed, Step.Workload.Streams, Step.Workload.Events);

    /// <summary>What became of them.</summary>
    public PouredLedger Ledger { get; } = MakeLedger(Step, Tools);

    /// <summary>Times of single appends.</summary>
    public LoadRecorder Appends { get; } = new(Operation, maxWorkers: 1, Tools.Time);

    /// <summary>Times of appends of the background load.</summary>
    public LoadRecorder BackgroundAppends { get; } = new(BackgroundOperation, GrowthBackground.Workers, Tools.Time);

    /// <summary>Times of flushes.</summary>
    public LoadRecorder Flushes { get; } = new(IngestRunner.Operation, maxWorkers: 1, Tools.Time);

    public IStore Store => Kept.Store;

    /// <summary>The store as it was opened last, for pouring in and for verification.</summary>
    public PouredStore Poured => PouredStore.Of(Store)!;

    public TimeProvider Time => Tools.Time;

    private static PouredLedger MakeLedger(Step step, RunTools tools)
    {
        var events = new GrowthEvents(step.Seed, step.Workload.Streams, step.Workload.Events);
        var samples = (step.Workload.Events / step.Workload.SampleEvery) + 1;
        var ids = new EventIds(tools.Time.GetUtcNow(), SplitMix64.BitsAt(step.Seed, step.Number));
        return new PouredLedger(events.Streams, events.StreamOf, ids, events.FirstLive + (samples * LivePerSample));
    }

    /// <summary>Appends one event now.</summary>
    /// <exception cref="StoreFailureException">The store has not acknowledged it.</exception>
    public async Task AppendAsync()
    {
        if (await TryAppendAsync(Events.LiveNumber(_liveSent++), worker: 0, Time.GetTimestamp(), Appends) is { } failure)
        {
            throw new StoreFailureException(failure.Message, failure);
        }
    }

    /// <summary>Appends one event of the background load. What goes wrong is counted.</summary>
    /// <param name="worker">Which worker asks; each is one caller at a time.</param>
    /// <param name="due">When it was due.</param>
    /// <returns>Whether the store has acknowledged it.</returns>
    public async Task<bool> AppendInBackgroundAsync(int worker, long due) =>
        await TryAppendAsync(Events.BackgroundNumber(worker, _backgroundSent[worker]++), worker, due, BackgroundAppends) is null;

    private async Task<Exception?> TryAppendAsync(long number, int worker, long due, LoadRecorder recorder)
    {
        var stream = Ledger.Streams[Events.StreamOf(number)];
        var start = Time.GetTimestamp();
        try
        {
            var data = new EventData(Ledger.Ids.Of(number), SafeEvents.EventType, GrowthEvents.Live(Time.GetUtcNow()));
            using var patience = new CancellationTokenSource(Step.Workload.Timeout, Time);
            await Store.Events!.AppendAsync(stream, ExpectedVersion.Any, [data], patience.Token);
            InLedger(number, Ledger.Acknowledge);
            recorder.Record(worker, due, start, Time.GetTimestamp(), Outcome.Success);
            return null;
        }
        catch (Exception e) when (e is StoreUnavailableException or OutcomeUnknownException or OperationCanceledException)
        {
            var isUnknown = e is not StoreUnavailableException;
            if (isUnknown)
            {
                InLedger(number, Ledger.Doubt);
            }

            recorder.Record(worker, due, start, Time.GetTimestamp(), isUnknown ? Outcome.Timeout : Outcome.Error);
            recorder.RecordError(e.Message);
            return e;
        }
    }

    private void InLedger(long number, Action<long> enter)
    {
        lock (_ledgerTurn)
        {
            Ledger.Reserve(number);
            enter(number);
        }
    }

    /// <summary>Reads events of a stream to its end.</summary>
    /// <returns>How many there were.</returns>
    public async Task<long> ReadAsync(int stream, long from)
    {
        var count = 0L;
        await foreach (var unused in Store.Events!.ReadStreamAsync(Ledger.Streams[stream], from))
        {
            count++;
        }

        return count;
    }
}
