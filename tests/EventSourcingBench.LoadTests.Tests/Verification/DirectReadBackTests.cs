using EventSourcingBench.LoadTests.Verdicts;

namespace EventSourcingBench.LoadTests.Tests;

public sealed class DirectReadBackTests
{
    [Fact]
    public async Task A_subscription_that_neither_delivers_nor_catches_up_is_an_error()
    {
        var (store, clock) = (new BulkWorld { Batches = [] }, new FakeClock());
        var reading = new DirectReadBack(store, clock).ReadAllAsync("", Cancel).ToListAsync(Cancel).AsTask();
        clock.Advance(TimeSpan.FromMinutes(2));

        (await Should.ThrowAsync<TimeoutException>(() => reading.WaitAsync(TimeSpan.FromSeconds(30)))).Message
            .ShouldBe("The subscription delivered nothing for 60 s, and has not caught up.");
    }

    [Fact]
    public async Task A_reader_that_takes_its_time_is_none()
    {
        var batches = Enumerable.Range(1, 9).Select(n => new EventBatch([], new Checkpoint($"{n}"), CaughtUp: n == 9));
        var (store, clock, read) = (new BulkWorld { Batches = batches }, new FakeClock(), 0);
        await foreach (var _ in new DirectReadBack(store, clock).ReadAllAsync("", Cancel))
        {
            clock.Advance(TimeSpan.FromMinutes(2));
            read++;
        }

        read.ShouldBe(9);
    }

    [Fact]
    public async Task A_load_that_is_not_verified_does_not_wait_for_a_delivery()
    {
        var store = new BulkWorld { Batches = [] };
        var history = new StepHistory(new EventIds(DateTimeOffset.UnixEpoch, 1), workers: 1, TimeProvider.System);
        var observer = new LoadObserver(new DirectReadBack(store), history, share: 1, _ => false, tagOf: null, TimeProvider.System);
        observer.Start();
        await store.Asked.Task.WaitAsync(TimeSpan.FromSeconds(30), Cancel);

        await observer.DisposeAsync().AsTask().WaitAsync(TimeSpan.FromSeconds(30), Cancel);
    }
}
