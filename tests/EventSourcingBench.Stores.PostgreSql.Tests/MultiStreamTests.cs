namespace EventSourcingBench.Stores.PostgreSql.Tests;

public sealed class MultiStreamTests : PostgresTest
{
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

    [Fact]
    public async Task An_append_to_more_streams_than_versions_are_kept_is_done()
    {
        const int Streams = 50_001;
        var store = await OpenAsync(("postgres.lanes", "1"));
        for (var version = 1L; version <= 2; version++)
        {
            var done = await store.MultiStream!.AppendAsync(
                [.. Enumerable.Range(0, Streams).Select(i => new StreamAppend(new StreamId($"s-{i}"), ExpectedVersion.Any, [Event()]))],
                Limit);
            done.ShouldBeOfType<AllAppended>().Streams.ShouldAllBe(s => s.StreamVersion == version);
        }
    }

    private static StreamAppend Part(StreamId stream, long version) => new(stream, ExpectedVersion.After(version), [Event()]);
}
