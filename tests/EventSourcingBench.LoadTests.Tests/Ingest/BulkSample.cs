namespace EventSourcingBench.LoadTests.Tests;

internal sealed class BulkSample
{
    private readonly SafeEvents _events;

    public BulkSample(long count)
    {
        _events = new SafeEvents(seed: 5, symbols: 4, count);
        History = new StepHistory(
            new EventIds(DateTimeOffset.UnixEpoch, 0x1234_5678_9ABC_DEF0),
            workers: 1,
            TimeProvider.System,
            _events.Streams.Select(s => s.Value))
        {
            Bulk = new BulkHistory(_events, count),
        };
        Appends = new BatchAppends(History, _events);
    }

    public StepHistory History { get; }

    public BatchAppends Appends { get; }

    public LoadRecorder Recorder { get; } = new("flush", maxWorkers: 1, TimeProvider.System);

    public IReadOnlyList<StreamId> Streams => _events.Streams;

    public BufferBatch Batch(long from, long to) => _events.Batch(History.Ids, from, to);

    public Task<VerdictRecord> VerifyAsync(BulkWorld world) =>
        Verifier.VerifyAsync(new VerificationPlan { History = History, ReadBack = new DirectReadBack(world) });
}
