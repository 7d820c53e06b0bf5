using System.Runtime.CompilerServices;

namespace EventSourcingBench.Api.Tests;

public sealed class DcbOrderTests
{
    [Theory]
    // Position 2 is that of a failed append; the event at 3 was appended after the head was read.
    [InlineData("1 3", 0, false, 0, 10, "1 3", 3, true)]
    // What a late subscription did not deliver is asked for again.
    [InlineData("1", 0, true, 0, 10, "1", 1, false)]
    [InlineData("1", 0, true, 1, 10, "", 1, true)]
    // A position that the store gives again ends the reading.
    [InlineData("1 2", 1, true, 1, 10, "1", 1, true)]
    [InlineData("1 2", 1, true, 1, 1, "1", 1, true)]
    public async Task A_page_ends_at_the_head_and_the_next_begins_behind_what_was_delivered(
        string positions, int behind, bool waits, int after, int count, string delivered, int next, bool caughtUp)
    {
        var clock = new FakeClock();
        var store = new ScriptedStore(positions, behind, waits: waits ? () => clock.Advance(TimeSpan.FromSeconds(5)) : null);
        var page = await new DcbOrder(store, clock).SubscribeAsync(after, count, Cancel);
        string.Join(' ', page.Events.Select(e => e.Position)).ShouldBe(delivered);
        (page.After, page.CaughtUp).ShouldBe((next, caughtUp));
    }

    [Theory]
    [InlineData(29, "1 2", true)]
    [InlineData(30, "", true)]
    public async Task The_first_event_of_a_page_may_take_30_seconds_where_a_read_finds_it(int seconds, string delivered, bool caughtUp)
    {
        var clock = new FakeClock();
        var store = new ScriptedStore("1 2", isFound: true, begins: () => clock.Advance(TimeSpan.FromSeconds(seconds)));
        var page = await new DcbOrder(store, clock).SubscribeAsync(after: 0, count: 10, Cancel);
        (string.Join(' ', page.Events.Select(e => e.Position)), page.CaughtUp).ShouldBe((delivered, caughtUp));
    }

    private static DcbRecordedEvent At(long position) => new(position, new EventData(Guid.CreateVersion7(), "A", "{}"u8.ToArray()), []);

    // A subscription calls begins, then delivers the positions, too low by behind. Where it waits for further events, it calls waits;
    // without it, it ends there.
    private sealed class ScriptedStore(
        string positions, int behind = 0, bool isFound = false, Action? begins = null, Action? waits = null) : IDcbEventStore
    {
        public ValueTask<DcbReadResult> ReadAsync(
            DcbQuery query, long after = 0, int limit = int.MaxValue, CancellationToken cancellationToken = default) =>
            ValueTask.FromResult(new DcbReadResult(isFound ? [At(after + 1)] : [], Head: 2));

        public async IAsyncEnumerable<DcbRecordedEvent> SubscribeAsync(
            DcbQuery query, long after = 0, [EnumeratorCancellation] CancellationToken cancellationToken = default)
        {
            begins?.Invoke();
            await Task.Yield();
            cancellationToken.ThrowIfCancellationRequested();
            foreach (var position in positions.Split(' ').Select(p => long.Parse(p, CultureInfo.InvariantCulture)).Where(p => p > after))
                yield return At(position - behind);

            if (waits is null)
                yield break;

            waits();
            await Task.Delay(Timeout.Infinite, cancellationToken);
        }

        public ValueTask<DcbAppendResult> AppendAsync(
            IReadOnlyList<DcbEvent> events, DcbAppendCondition? condition, CancellationToken cancellationToken = default) =>
            throw new NotSupportedException();
    }
}
