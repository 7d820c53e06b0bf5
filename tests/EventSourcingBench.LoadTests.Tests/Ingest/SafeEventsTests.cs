namespace EventSourcingBench.LoadTests.Tests;

public sealed class SafeEventsTests
{
    [Theory]
    [InlineData(1, 1)]
    [InlineData(26, 1)]
    [InlineData(27, 2)]
    [InlineData(1_000, 3)]
    public void An_event_is_small_compact_JSON_of_the_schema(int streams, int letters)
    {
        var events = new SafeEvents(seed: 7, streams, count: 10_000);
        var data = new byte[SafeEvents.LongestBytes];
        for (var number = 0L; number < 500; number++)
        {
            var stream = events.StreamOf(number);
            var length = events.Write(number, data);
            using var json = JsonDocument.Parse(data.AsMemory(0, length));
            var symbol = json.RootElement.GetProperty("s").GetString()!;
            symbol.Length.ShouldBe(letters);
            events.Streams[stream].Value.ShouldBe("safe-" + symbol);
            json.RootElement.GetProperty("t").GetInt32().ShouldBeInRange(1, 9);
            json.RootElement.GetProperty("p").GetDouble().ShouldBeInRange(1, 9.9);
            length.ShouldBe(22 + letters);
            events.HashOf(number).ShouldBe(ContentHash.Of(SafeEvents.EventType, data.AsSpan(0, length), metadata: []));
        }

        events.Streams.Count.ShouldBe(streams);
        events.Streams.ShouldBeUnique();
        events.MeanBytes().ShouldBe(22 + letters);
    }

    [Fact]
    public void The_same_seed_gives_the_same_events_another_seed_others_and_every_stream_its_share()
    {
        Spread(1).ShouldBe(Spread(1));
        Spread(1).ShouldNotBe(Spread(2));
        Spread(3).CountBy(s => s).ShouldAllBe(s => s.Value > 800 && s.Value < 1_200);

        static IEnumerable<int> Spread(int seed)
        {
            var events = new SafeEvents(seed, symbols: 10, count: 10_000);
            return Enumerable.Range(0, 10_000).Select(n => events.StreamOf(n)).ToList();
        }
    }
}
