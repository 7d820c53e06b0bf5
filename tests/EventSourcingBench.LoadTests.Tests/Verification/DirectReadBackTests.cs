using System.Runtime.CompilerServices;

namespace EventSourcingBench.LoadTests.Tests;

public sealed class DirectReadBackTests
{
    [Fact]
    public async Task A_subscription_that_neither_delivers_nor_catches_up_is_an_error()
    {
        var (store, clock) = (new StalledStore(), new FakeClock());
        var reading = new DirectReadBack(store, clock).ReadAllAsync("", TestContext.Current.CancellationToken)
            .ToListAsync(TestContext.Current.CancellationToken).AsTask();
        clock.Advance(TimeSpan.FromMinutes(2));

        (await Should.ThrowAsync<TimeoutException>(() => reading.WaitAsync(TimeSpan.FromSeconds(30)))).Message
            .ShouldBe("The subscription delivered nothing for 60 s, and has not caught up.");
    }

    private sealed class StalledStore : IStore, ICatchUpSubscription
    {
        public StoreCapabilities Capabilities => StoreCapabilities.None;

        public Task<StoreDescription> DescribeAsync(CancellationToken cancellationToken = default) => throw new NotSupportedException();

        public async IAsyncEnumerable<EventBatch> SubscribeAsync(
            Checkpoint after, [EnumeratorCancellation] CancellationToken cancellationToken = default)
        {
            await Task.Delay(Timeout.Infinite, cancellationToken);
            yield break;
        }

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;
    }
}
