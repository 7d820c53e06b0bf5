namespace EventSourcingBench.LoadTests.Tests;

public sealed class GrowthEventsTests
{
    private static readonly GrowthEvents Events = new(seed: 7, symbols: 20, filled: 5_000);

    [Fact]
    public void Every_kind_of_event_has_streams_of_its_own()
    {
        Enumerable.Range(5_000, GrowthEvents.ShortLength).ShouldAllBe(n => Events.Bulk.StreamOf(n) == Events.ShortStream(0));
        Kind(Enumerable.Range(0, 5_000).Select(n => Events.Bulk.StreamOf(n)), "safe-", 20);
        var others = Enumerable.Range(5_000, (int)Events.Bulk.Count - 5_000);
        Kind(others.Select(n => Events.Bulk.StreamOf(n)), "short-", GrowthEvents.ShortStreams);
        Kind(Enumerable.Range(0, 300).Select(n => Events.LiveStream(n)), "live-", 10);
        Kind(Enumerable.Range(0, GrowthBackground.Workers).Select(Events.BackgroundStream), "background-", GrowthBackground.Workers);

        static void Kind(IEnumerable<int> of, string prefix, int count)
        {
            var streams = of.Distinct().Select(s => Events.Streams[s].Value).ToList();
            streams.Count.ShouldBe(count);
            streams.ShouldAllBe(s => s.StartsWith(prefix, StringComparison.Ordinal));
        }
    }
}
