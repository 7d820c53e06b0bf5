using System.Runtime.CompilerServices;

namespace EventSourcingBench.LoadTests.Tests;

public sealed class DirectReadBackTests
{
    [Fact]
    public async Task A_subscription_that_neither_delivers_nor_catches_up_is_an_error()
    {
        var (store, clock) = (new SlowStore([]), new FakeClock());
        var reading = new DirectReadBack(store, clock).ReadAllAsync("", TestContext.Current.CancellationToken)
            .ToListAsync(TestContext.Current.CancellationToken).AsTask();
        clock.Advance(TimeSpan.FromMinutes(2));

        (await Should.ThrowAsync<TimeoutException>(() => reading.WaitAsync(TimeSpan.FromSeconds(30)))).Message
            .ShouldBe("The subscription delivered nothing for 60 s, and has not caught up.");
    }

    [Fact]
    public async Task A_reader_that_takes_its_time_is_none()
    {
        var batches = Enumerable.Range(1, 9).Select(n => new EventBatch([], new Checkpoint($"{n}"), CaughtUp: n == 9));
        var (store, clock, read) = (new SlowStore(batches), new FakeClock(), 0);
        await foreach (var _ in new DirectReadBack(store, clock).ReadAllAsync("", TestContext.Current.CancellationToken))
        {
            clock.Advance(TimeSpan.FromMinutes(2));
            read++;
        }

        read.ShouldBe(9);
    }

    private sealed class SlowStore(IEnumerable<EventBatch> batches) : IStore, ICatchUpSubscription
    {
        public StoreCapabilities Capabilities => StoreCapabilities.None;

        public Task<StoreDescription> DescribeAsync(CancellationToken cancellationToken = default) => throw new NotSupportedException();

        public async IAsyncEnumerable<EventBatch> SubscribeAsync(
            Checkpoint after, [EnumeratorCancellation] CancellationToken cancellationToken = default)
        {
            foreach (var batch in batches)
            {
                cancellationToken.ThrowIfCancellationRequested();
                yield return batch;
            }

            await Task.Delay(Timeout.Infinite, cancellationToken);
        }

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;
    }
}
