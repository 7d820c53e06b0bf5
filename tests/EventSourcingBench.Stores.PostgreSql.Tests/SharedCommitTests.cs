namespace EventSourcingBench.Stores.PostgreSql.Tests;

public sealed class SharedCommitTests : PostgresTest
{
    [Fact]
    public async Task What_spoils_one_append_does_not_spoil_those_that_share_its_commit()
    {
        var events = (await OpenAsync(("postgres.lanes", "1"))).Events!;
        var stream = new StreamId("shared");
        var good = Enumerable.Range(0, 20).Select(_ => events.AppendAsync(stream, ExpectedVersion.Any, [Event()], Limit).AsTask()).ToList();
        var bad = events.AppendAsync(stream, ExpectedVersion.Any, [Event("not json")], Limit).AsTask();
        var lost = events.AppendAsync(stream, ExpectedVersion.Exactly(1000), [Event()], Limit).AsTask();
        good.AddRange(Enumerable.Range(0, 20).Select(_ => events.AppendAsync(stream, ExpectedVersion.Any, [Event()], Limit).AsTask()));

        (await Task.WhenAll(good)).Cast<Appended>().Select(a => a.StreamVersion).Order()
            .ShouldBe(Enumerable.Range(1, 40).Select(i => (long)i));
        await Should.ThrowAsync<StoreUnavailableException>(() => bad);
        (await lost).ShouldBeOfType<WrongExpectedVersion>();
    }

    [Fact]
    public async Task Appends_that_wait_share_a_transaction()
    {
        var store = await OpenAsync(("postgres.lanes", "1"));
        await Task.WhenAll(Enumerable.Range(0, 100).Select(
            i => store.Events!.AppendAsync(new StreamId($"s-{i}"), ExpectedVersion.Any, [Event()], Limit).AsTask()));
        var transactions = (long)(await ScalarAsync($"SELECT count(DISTINCT transaction_id) FROM \"{Namespace}\".events"))!;
        transactions.ShouldBeLessThan(20);
    }

    [Fact]
    public async Task Without_group_commit_each_append_is_a_transaction()
    {
        var store = await OpenAsync(("postgres.groupCommit", "off"));
        await Task.WhenAll(Enumerable.Range(0, 100).Select(
            i => store.Events!.AppendAsync(new StreamId($"s-{i % 5}"), ExpectedVersion.Any, [Event(), Event()], Limit).AsTask()));
        (await ScalarAsync($"SELECT count(DISTINCT transaction_id) FROM \"{Namespace}\".events")).ShouldBe(100L);
    }

    [Fact]
    public async Task A_caller_whose_code_blocks_after_an_append_stops_no_other()
    {
        var events = (await OpenAsync(("postgres.lanes", "1"))).Events!;
        var stream = new StreamId("blocked");
        await Task.Run(
            async () =>
            {
                for (var i = 0; i < 5; i++)
                {
                    await events.AppendAsync(stream, ExpectedVersion.Any, [Event()], Limit);

                    // Here the code may be on the lane's own thread: what it waits for has to get done by another.
                    events.AppendAsync(stream, ExpectedVersion.Any, [Event()], Limit).AsTask().Wait(Limit);
                }
            },
            Limit);
        (await ScalarAsync($"SELECT max(version) FROM \"{Namespace}\".events")).ShouldBe(10L);
    }
}
