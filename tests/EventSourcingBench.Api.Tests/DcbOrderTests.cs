using System.Runtime.CompilerServices;

namespace EventSourcingBench.Api.Tests;

public sealed class DcbOrderTests
{
    [Fact]
    public async Task An_event_behind_a_head_without_an_event_is_not_delivered_again()
    {
        // Position 2 is that of a failed append; the event at 3 was appended after the head was read.
        var order = new DcbOrder(new GappedStore(1, 3), TimeProvider.System);
        var (events, after, caughtUp) = await order.SubscribeAsync(0, count: 10, TestContext.Current.CancellationToken);
        events.Select(e => e.Position).ShouldBe([1, 3]);
        (after, caughtUp).ShouldBe((3, true));
    }

    [Fact]
    public async Task What_a_late_subscription_did_not_deliver_is_asked_for_again()
    {
        var clock = new FakeClock();
        var order = new DcbOrder(new GappedStore(1) { Waits = () => clock.Advance(TimeSpan.FromSeconds(5)) }, clock);
        var (events, after, caughtUp) = await order.SubscribeAsync(0, count: 10, TestContext.Current.CancellationToken);
        events.Select(e => e.Position).ShouldBe([1]);
        (after, caughtUp).ShouldBe((1, false));

        (events, after, caughtUp) = await order.SubscribeAsync(after, count: 10, TestContext.Current.CancellationToken);
        events.ShouldBeEmpty();
        (after, caughtUp).ShouldBe((1, true));
    }

    [Theory]
    [InlineData(10)]
    [InlineData(1)]
    public async Task A_position_that_the_store_gives_again_ends_the_reading(int count)
    {
        var clock = new FakeClock();
        var order = new DcbOrder(new GappedStore(1, 2) { Waits = () => clock.Advance(TimeSpan.FromSeconds(5)), Behind = 1 }, clock);
        var (events, after, caughtUp) = await order.SubscribeAsync(1, count, TestContext.Current.CancellationToken);
        events.Select(e => e.Position).ShouldBe([1]);
        (after, caughtUp).ShouldBe((1, true));
    }

    private sealed class GappedStore(params long[] positions) : IDcbEventStore
    {
        /// <summary>By how much the positions that it gives are too low.</summary>
        public long Behind { get; init; }

        /// <summary>Called where it waits for further events; without it, it ends there.</summary>
        public Action? Waits { get; init; }

        public ValueTask<DcbReadResult> ReadAsync(
            DcbQuery query, long after = 0, int limit = int.MaxValue, CancellationToken cancellationToken = default) =>
            ValueTask.FromResult(new DcbReadResult([], Head: 2));

        public async IAsyncEnumerable<DcbRecordedEvent> SubscribeAsync(
            DcbQuery query, long after = 0, [EnumeratorCancellation] CancellationToken cancellationToken = default)
        {
            foreach (var position in positions.Where(p => p > after))
                yield return new DcbRecordedEvent(position - Behind, new EventData(Guid.CreateVersion7(), "A", "{}"u8.ToArray()), []);

            if (Waits is null)
                yield break;

            Waits();
            await Task.Delay(Timeout.Infinite, cancellationToken);
        }

        public ValueTask<DcbAppendResult> AppendAsync(
            IReadOnlyList<DcbEvent> events, DcbAppendCondition? condition, CancellationToken cancellationToken = default) =>
            throw new NotSupportedException();
    }
}
