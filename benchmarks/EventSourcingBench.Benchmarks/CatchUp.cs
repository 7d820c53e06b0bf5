namespace EventSourcingBench.Benchmarks;

/// <summary>The time that a subscription takes from the start of the log until it has caught up.</summary>
public class CatchUp : StoreBenchmark
{
    private const int StreamCount = 100;
    private const int Batch = 10_000;

    /// <summary>Fills an empty store by bulk appends, in turn to 100 streams, and checks that all events are delivered.</summary>
    [GlobalSetup]
    public async Task PrepareAsync()
    {
        await OpenAsync(isFresh: true);
        var bulk = Opened.Bulk ?? throw new InvalidOperationException($"The store {Store} has no bulk append.");
        foreach (var batch in Data.After(0).Chunk(Batch))
            await bulk.AppendAsync([.. batch.Select((e, i) => new BulkEvent(new StreamId($"caught-up-{i % StreamCount}"), e))]);

        Require("events", Events, await ReadAsync());
    }

    /// <summary>Subscribes. The length of each event is accessed, so that no store can skip its bytes.</summary>
    [Benchmark(Description = "Read")]
    public async Task<int> ReadAsync()
    {
        var subscription = Opened.Subscription ?? throw new InvalidOperationException($"The store {Store} has no subscription.");
        var events = 0;
        await foreach (var batch in subscription.SubscribeAsync(Checkpoint.Start))
        {
            foreach (var recorded in batch.Events)
                events += Math.Sign(recorded.Data.Length);

            if (batch.CaughtUp)
                break;
        }

        return events;
    }
}
