namespace EventSourcingBench.Stores.Tests;

/// <summary>Streams whose events came in bulk, one by one, and both.</summary>
public sealed class SqliteRunTests : SqliteTest
{
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public async Task Streams_read_the_same_from_everywhere_however_they_came(int seed)
    {
        var random = new Random(seed);
        var streams = Enumerable.Range(0, 4).Select(i => new StreamId($"s-{i}")).ToArray();
        var expected = streams.ToDictionary(s => s, _ => new List<Guid>());
        await using var store = await OpenAsync(keepData: true);
        foreach (var size in new[] { 1, 40, 3_000, 7, 0, 1_300, 0, 0, 300, 20, 0 })
        {
            // 0: single appends. Else a bulk, of which the last stream gets the least.
            var events = Enumerable.Range(0, Math.Max(size, 30))
                .Select(_ => new BulkEvent(streams[random.Next(100) switch { < 50 => 0, < 80 => 1, < 98 => 2, _ => 3 }], Sample.Event()))
                .ToList();
            if (size > 0)
                await store.Bulk!.AppendAsync(events, Cancel);

            foreach (var (stream, data) in events)
            {
                if (size == 0)
                    await AppendAsync(store, stream, ExpectedVersion.After(expected[stream].Count), data);

                expected[stream].Add(data.Id);
            }
        }

        foreach (var (stream, ids) in expected)
        {
            for (var i = 0; i < 60; i++)
            {
                var from = i == 0 ? 1 : random.Next(1, ids.Count + 2);
                var count = i == 0 ? int.MaxValue : random.Next(1, 1_200);
                (await ReadAsync(store, stream, from, count)).Select(e => e.Id).ShouldBe(ids.Skip(from - 1).Take(count));
            }
        }
    }

    [Fact]
    public void Positions_come_back_as_they_were_put()
    {
        long[] positions = [1, 2, 129, 130, 16_514, 3_000_000_000, 3_000_000_001, long.MaxValue / 2, long.MaxValue];
        RunPositions.Read(RunPositions.Pack(positions)).ShouldBe(positions);
    }
}
