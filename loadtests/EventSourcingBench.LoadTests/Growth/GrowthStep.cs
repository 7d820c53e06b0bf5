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

    // What single events there may be at most: a ledger has a place for each.
    private const long LivePerSample = 1_000;

    /// <summary>The events.</summary>
    public GrowthEvents Events { get; } = new(Step.Seed, Step.Workload.Streams, Step.Workload.Events);

    /// <summary>What became of them.</summary>
    public PouredLedger Ledger { get; } = MakeLedger(Step, Tools);

    /// <summary>Times of single appends.</summary>
    public LoadRecorder Appends { get; } = new(Operation, maxWorkers: 1, Tools.Time);

    /// <summary>Times of flushes.</summary>
    public LoadRecorder Flushes { get; } = new(IngestRunner.Operation, maxWorkers: 1, Tools.Time);

    /// <summary>The number of the next single event.</summary>
    public long NextLive { get; set; } = long.MinValue;

    public IStore Store => Kept.Store;

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
        var number = NextLive = Math.Max(NextLive, Events.FirstLive - 1) + 1;
        var stream = Ledger.Streams[Ledger.StreamOf(number)];
        var start = Time.GetTimestamp();
        try
        {
            var data = new EventData(Ledger.Ids.Of(number), SafeEvents.EventType, GrowthEvents.Live(Time.GetUtcNow()));
            using var patience = new CancellationTokenSource(Step.Workload.Timeout, Time);
            await Store.Events!.AppendAsync(stream, ExpectedVersion.Any, [data], patience.Token);
            Ledger.Acknowledge(number);
            Appends.Record(worker: 0, start, start, Time.GetTimestamp(), Outcome.Success);
        }
        catch (Exception e) when (e is StoreUnavailableException or OutcomeUnknownException or OperationCanceledException)
        {
            if (e is not StoreUnavailableException)
            {
                Ledger.Doubt(number);
            }

            Appends.RecordError(e.Message);
            throw new StoreFailureException(e.Message, e);
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
