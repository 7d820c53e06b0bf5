namespace EventSourcingBench.Stores.PostgreSql.Tests;

public sealed class SharedCommitTests : PostgresTest
{
    [Fact]
    public async Task What_a_server_lost_while_a_connection_was_idle_is_no_version_any_more()
    {
        ConnectionString += ";Keepalive=1";
        var store = await OpenAsync(("postgres.lanes", "1"));
        var stream = new StreamId("lost");
        await AppendAsync(store, stream, Event());
        await AppendAsync(store, stream, Event());
        await ExecuteAsync($"DELETE FROM \"{Namespace}\".events WHERE version = 2");
        await BreakConnectionsAsync();
        // The driver closes it when the keepalive has no answer.
        await Task.Delay(TimeSpan.FromSeconds(3), Limit);

        (await store.Events!.AppendAsync(stream, ExpectedVersion.Exactly(2), [Event()], Limit)).ShouldBeOfType<WrongExpectedVersion>();
        await AppendAsync(store, stream, Event());
        (await CountAsync("max(version)")).ShouldBe(2);
    }

    [Fact]
    public async Task What_spoils_one_append_does_not_spoil_those_that_share_its_commit()
    {
        var store = await OpenAsync(("postgres.lanes", "1"));
        var stream = new StreamId("shared");
        var good = Enumerable.Range(0, 20).Select(_ => AppendAsync(store, stream, Event())).ToList();
        var bad = AppendAsync(store, stream, Event("not json"));
        var lost = store.Events!.AppendAsync(stream, ExpectedVersion.Exactly(1000), [Event()], Limit).AsTask();
        good.AddRange(Enumerable.Range(0, 20).Select(_ => AppendAsync(store, stream, Event())));

        (await Task.WhenAll(good)).Cast<Appended>().Select(a => a.StreamVersion).Order()
            .ShouldBe(Enumerable.Range(1, 40).Select(i => (long)i));
        await Should.ThrowAsync<StoreUnavailableException>(() => bad);
        (await lost).ShouldBeOfType<WrongExpectedVersion>();
    }

    [Fact]
    public async Task A_retry_beside_its_first_append_gets_the_same_answer_where_their_commit_was_spoilt()
    {
        var store = await OpenAsync(("postgres.lanes", "1"));
        var stream = new StreamId("retried");
        await AppendAsync(store, stream, Event());
        var data = Event();
        // While this one is under way, the others come together.
        var first = AppendAsync(store, new StreamId("first"), Event());
        var bad = AppendAsync(store, new StreamId("bad"), Event("not json"));
        Task<AppendResult>[] both =
            [.. Enumerable.Range(0, 2).Select(_ => store.Events!.AppendAsync(stream, ExpectedVersion.Exactly(1), [data], Limit).AsTask())];

        (await Task.WhenAll(both)).ShouldAllBe(a => a is Appended && ((Appended)a).StreamVersion == 2);
        await Should.ThrowAsync<StoreUnavailableException>(() => bad);
        await first;
    }

    [Theory]
    [InlineData("on", 1, 19)]
    [InlineData("off", 100, 100)]
    public async Task Appends_that_wait_share_a_transaction_but_without_group_commit(string groupCommit, long least, long most)
    {
        var store = await OpenAsync(("postgres.lanes", "1"), ("postgres.groupCommit", groupCommit));
        await Task.WhenAll(Enumerable.Range(0, 100).Select(i => AppendAsync(store, new StreamId($"s-{i % 5}"), Event(), Event())));
        (await CountAsync("count(DISTINCT transaction_id)")).ShouldBeInRange(least, most);
    }

    // Each read model and each connection for appends takes a connection of the pool.
    [Fact]
    public async Task Ten_read_models_run_beside_single_commits()
    {
        var store = await OpenAsync(("postgres.groupCommit", "off"));
        for (var i = 0; i < 10; i++)
            await store.Projections!.StartAsync(new CountedProjection { Name = $"counted_{i}" }, new RecordingObserver(), Limit);

        await store.Inspector!.RestAsync(Limit);

        await AppendAsync(store, new StreamId("s"), Event());
    }

    [Theory]
    [InlineData("postgres")]
    [InlineData("dcb-postgres-btree")]
    public async Task A_store_whose_schema_was_dropped_says_so(string name)
    {
        var store = await OpenOneOfAsync(Named(name));
        await ExecuteAsync($"DROP SCHEMA \"{Namespace}\" CASCADE");
        var thrown = await Should.ThrowAsync<StoreUnavailableException>(() => AppendOneAsync(store));
        thrown.Message.ShouldContain("open the store again");
    }

    // The driver closes its connection at errors of this class, although the server does not.
    [Theory]
    [InlineData("postgres", "events")]
    [InlineData("dcb-postgres-btree", "dcb_events")]
    public async Task It_goes_on_after_the_disk_was_full(string name, string table)
    {
        var store = await OpenOneOfAsync(Named(name));
        await AppendOneAsync(store);
        await ExecuteAsync($"""
            CREATE FUNCTION "{Namespace}".fill() RETURNS trigger LANGUAGE plpgsql
                AS $$ BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = 'disk_full'; END $$;
            CREATE TRIGGER fill BEFORE INSERT ON "{Namespace}".{table} FOR EACH ROW EXECUTE FUNCTION "{Namespace}".fill();
            """);
        (await Should.ThrowAsync<StoreUnavailableException>(() => AppendOneAsync(store))).Message.ShouldContain("Free disk space");
        await ExecuteAsync($"DROP TRIGGER fill ON \"{Namespace}\".{table}");
        await AppendOneAsync(store);
    }
}
