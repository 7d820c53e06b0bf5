namespace EventSourcingBench.Stores.PostgreSql.Tests;

public sealed class MultiStreamTests : PostgresTest
{
    [Theory]
    [InlineData("1")]
    [InlineData("4")]
    public async Task Stores_that_append_to_crossing_streams_keep_them_whole_and_in_order(string lanes)
    {
        var stores = new[] { await OpenAsync(("postgres.lanes", lanes)), await OpenAsync(("postgres.lanes", lanes)) };
        var streams = Enumerable.Range(0, 5).Select(i => new StreamId($"s-{i}")).ToList();
        await AtOnceAsync(8, async i =>
        {
            for (var n = 0; n < 25; n++)
            {
                var (one, other) = (streams[(i + n) % 5], streams[(i + n + 1 + (n % 3)) % 5]);
                if (n % 4 == 0)
                {
                    await AppendAsync(stores[i % 2], one, Event());
                    await AppendAsync(stores[i % 2], other, Event());
                }
                else
                {
                    await stores[i % 2].MultiStream!.AppendAsync(
                        [new(one, ExpectedVersion.Any, [Event()]), new(other, ExpectedVersion.Any, [Event()])], Limit);
                }
            }
        });
        await ShouldBeWholeAndInOrderAsync(stores[0], 400);
    }

    [Fact]
    public async Task A_version_that_is_out_of_date_leads_to_no_gap_and_no_false_refusal()
    {
        var (one, other) = (await OpenAsync(), await OpenAsync());
        var (first, second) = (new StreamId("first"), new StreamId("second"));
        for (var version = 0L; version < 20; version += 2)
        {
            // Each store knows the streams as it left them itself.
            (await one.MultiStream!.AppendAsync([Part(first, version), Part(second, version)], Limit)).ShouldBeOfType<AllAppended>();
            (await other.MultiStream!.AppendAsync([Part(second, version + 1), Part(first, version + 7)], Limit))
                .ShouldBe(new NoneAppended(first, new WrongExpectedVersion(ExpectedVersion.After(version + 7), version + 1)));
            (await other.MultiStream!.AppendAsync([Part(second, version + 1), Part(first, version + 1)], Limit))
                .ShouldBeOfType<AllAppended>();
        }

        (await TakeAsync(one, 40)).GroupBy(e => e.Stream).ShouldAllBe(s => s.Count() == 20);
    }

    private static StreamAppend Part(StreamId stream, long version) => new(stream, ExpectedVersion.After(version), [Event()]);
}
