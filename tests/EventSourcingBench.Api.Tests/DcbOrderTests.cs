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

    private sealed class GappedStore(params long[] positions) : IDcbEventStore
    {
        public ValueTask<DcbReadResult> ReadAsync(
            DcbQuery query, long after = 0, int limit = int.MaxValue, CancellationToken cancellationToken = default) =>
            ValueTask.FromResult(new DcbReadResult([], Head: 2));

        public IAsyncEnumerable<DcbRecordedEvent> SubscribeAsync(
            DcbQuery query, long after = 0, CancellationToken cancellationToken = default) =>
            positions.Where(p => p > after).ToAsyncEnumerable()
                .Select(p => new DcbRecordedEvent(p, new EventData(Guid.CreateVersion7(), "A", "{}"u8.ToArray()), []));

        public ValueTask<DcbAppendResult> AppendAsync(
            IReadOnlyList<DcbEvent> events, DcbAppendCondition? condition, CancellationToken cancellationToken = default) =>
            throw new NotSupportedException();
    }
}
