namespace EventSourcingBench.LoadTests.Tests;

public sealed class GrowthEventsTests
{
    private static readonly GrowthEvents Events = new(seed: 7, streams: 20, filled: 5_000);

    [Fact]
    public void Every_kind_of_event_has_numbers_and_streams_of_its_own()
    {
        var numbers = new HashSet<long>();
        Kind(Enumerable.Range(0, 5_000).Select(n => (long)n), "safe-");
        Kind(Enumerable.Range(0, GrowthEvents.ShortStreams * GrowthEvents.ShortLength).Select(n => Events.FirstShort + n), "short-");
        Kind(Enumerable.Range(0, 300).Select(n => Events.LiveNumber(n)), "live-");
        for (var worker = 0; worker < GrowthBackground.Workers; worker++)
        {
            var own = worker;
            Kind(Enumerable.Range(0, 50).Select(n => Events.BackgroundNumber(own, n)), $"background-{worker}").ShouldHaveSingleItem();
        }

        List<string> Kind(IEnumerable<long> of, string prefix)
        {
            var streams = of.Select(n =>
            {
                numbers.Add(n).ShouldBeTrue($"the number {n} is there twice");
                return Events.Streams[Events.StreamOf(n)].Value;
            }).Distinct().ToList();
            streams.ShouldAllBe(s => s.StartsWith(prefix, StringComparison.Ordinal));
            return streams;
        }
    }

    [Fact]
    public void Later_events_of_a_stream_have_greater_numbers()
    {
        // Verification takes them in this order.
        Enumerable.Range(0, 100).Select(n => Events.LiveNumber(n)).ShouldBeInOrder();
        Enumerable.Range(0, 100).Select(n => Events.BackgroundNumber(31, n)).ShouldBeInOrder();
    }

    [Fact]
    public void A_ledger_takes_more_room_when_it_is_asked_for()
    {
        var ledger = new PouredLedger(Events.Streams, Events.StreamOf, new EventIds(DateTimeOffset.UnixEpoch, 1), Events.FirstLive);
        var number = Events.BackgroundNumber(3, 40_000);
        ledger.Acknowledge(17L);

        ledger.Reserve(number);
        ledger.Acknowledge(number);

        ledger.Count.ShouldBeGreaterThan(number);
        (ledger.States[17], ledger.States[(int)number], ledger.States[18]).ShouldBe((PouredState.Acknowledged, PouredState.Acknowledged, default));
        ledger.Acknowledged.ShouldBe(2);
    }
}
