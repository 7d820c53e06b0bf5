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

        (await Task.WhenAll(good)).Cast<Appended>().Select(a => a.StreamVersion).Order().ShouldBe(Enumerable.Range(1, 40).Select(i => (long)i));
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

    [Theory]
    [InlineData("on")]
    [InlineData("off")]
    public async Task Stores_that_append_to_one_stream_at_the_same_time_keep_it_whole_and_in_order(string groupCommit)
    {
        var stores = new List<IStore>();
        for (var i = 0; i < 3; i++)
        {
            stores.Add(await OpenAsync(("postgres.groupCommit", groupCommit)));
        }

        var stream = new StreamId("contended");
        var other = new StreamId("other");
        var results = await Task.WhenAll(stores.SelectMany(store => Enumerable.Range(0, 4).Select(_ => Task.Run(
            async () =>
            {
                for (var i = 0; i < 25; i++)
                {
                    await store.Events!.AppendAsync(i % 3 == 0 ? other : stream, ExpectedVersion.Any, [Event(), Event()], Limit);
                }

                return 50;
            },
            Limit))));

        // The feed's order is that of transactions: within a stream it must be the order of versions.
        var all = await TakeAsync(stores[0], results.Sum());
        all.Count.ShouldBe(results.Sum());
        foreach (var each in all.GroupBy(e => e.Stream))
        {
            each.Select(e => e.Version).ShouldBe(Enumerable.Range(1, each.Count()).Select(i => (long)i));
            each.Select(e => e.Position!.Value).ShouldBeInOrder();
        }
    }

    [Fact]
    public async Task Of_stores_that_expect_the_same_version_one_wins()
    {
        var stores = new[] { await OpenAsync(), await OpenAsync(), await OpenAsync() };
        var stream = new StreamId("raced");
        for (var version = 0; version < 30; version++)
        {
            var results = await Task.WhenAll(stores.Select(
                s => Task.Run(() => s.Events!.AppendAsync(stream, ExpectedVersion.After(version), [Event()], Limit).AsTask(), Limit)));
            results.OfType<Appended>().ShouldHaveSingleItem().StreamVersion.ShouldBe(version + 1);
            results.OfType<WrongExpectedVersion>().ShouldAllBe(w => w.ActualVersion == version + 1);
        }
    }
}
