using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests.Tests;

/// <summary>Ledgers and batches for tests.</summary>
internal static class Poured
{
    public const int Streams = 4;

    public static PouredLedger Ledger(long count)
    {
        var events = new SafeEvents(seed: 5, Streams);
        return new PouredLedger(events.Streams, events.StreamOf, new EventIds(DateTimeOffset.UnixEpoch, 0x1234_5678_9ABC_DEF0), count);
    }

    public static BufferBatch Batch(PouredLedger ledger, long from, long to)
    {
        var batch = new BufferBatch(likely: null);
        for (var number = from; number < to; number++)
        {
            batch.Add(ledger.StreamOf(number), ledger.Ids.Of(number), "{}"u8);
        }

        return batch;
    }

    public static FlushLog Log(LoadRecorder recorder) => new(recorder, TimeProvider.System);

    public static LoadRecorder Recorder() => new("flush", maxWorkers: 1, TimeProvider.System);

    public static Task<VerdictRecord> VerifyAsync(PouredWorld world, PouredLedger ledger, long? rows = null) =>
        new PouredVerifier(PouredStore.Of(world)!, ledger, _ => false).VerifyAsync(TimeProvider.System, rows, CancellationToken.None);
}
