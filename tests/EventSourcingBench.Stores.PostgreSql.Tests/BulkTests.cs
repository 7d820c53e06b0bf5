namespace EventSourcingBench.Stores.PostgreSql.Tests;

/// <summary>What COPY has to promise beside other writers: so many events that they do not go the way of few.</summary>
public sealed class BulkTests : PostgresTest
{
    private const int Many = 400;

    private static readonly StreamId[] Streams = [.. Enumerable.Range(0, 5).Select(i => new StreamId($"s-{i}"))];

    [Theory]
    [InlineData("1")]
    [InlineData("4")]
    public async Task Appends_of_every_kind_of_several_stores_to_crossing_streams_keep_them_whole_and_in_order(string lanes)
    {
        var own = ("postgres.lanes", lanes);
        var stores = new[] { await OpenAsync(own), await OpenAsync(own, ("postgres.groupCommit", "off")), await OpenAsync(own) };
        var bulks = AtOnceAsync(6, async i =>
        {
            for (var n = 0; n < 5; n++)
                await BulkAsync(stores[i % 3], Spread());
        });
        await AtOnceAsync(8, async i =>
        {
            for (var n = 0; n < 25; n++)
            {
                var (one, other) = (Streams[(i + n) % 5], Streams[(i + n + 1 + (n % 3)) % 5]);
                if (n % 4 == 0)
                {
                    await AppendAsync(stores[i % 3], one, Event());
                    await AppendAsync(stores[i % 3], other, Event());
                }
                else
                {
                    await stores[i % 3].MultiStream!.AppendAsync(
                        [new(one, ExpectedVersion.Any, [Event()]), new(other, ExpectedVersion.Any, [Event()])], Limit);
                }
            }
        });
        await bulks;
        await ShouldBeWholeAndInOrderAsync(stores[0], (6 * 5 * Many) + (8 * 25 * 2));
    }

    [Nightly, Fact]
    public async Task Appends_that_never_stop_do_not_starve_a_bulk_append()
    {
        var store = await OpenAsync();
        using var enough = CancellationTokenSource.CreateLinkedTokenSource(Limit);
        var endless = AtOnceAsync(4, async _ =>
        {
            while (!enough.IsCancellationRequested)
                await AppendAsync(store, Streams[4], Event());
        });
        await BulkAsync(store, Spread(20_000));
        await BulkAsync(store, Spread(20_000));
        await enough.CancelAsync();
        await endless;
        (await ScalarAsync(
            "SELECT bool_and(versions = newest) FROM (SELECT count(*) AS versions, max(version) AS newest"
                + $" FROM \"{Namespace}\".events GROUP BY stream) s"))
            .ShouldBe(true);
    }

    [Fact]
    public async Task A_bulk_append_waits_for_one_that_is_not_committed_yet_and_goes_behind_it()
    {
        var store = await OpenAsync();
        Task bulk;
        await using (var open = await store.OpenAppends!.BeginAsync(Streams[2], [Event(), Event()], Limit))
        {
            bulk = BulkAsync(store, Spread());
            await Task.Delay(200, Limit);
            bulk.IsCompleted.ShouldBeFalse();
            await open.CommitAsync(Limit);
        }

        await bulk;
        (await CountAsync("max(version)", "stream = 's-2'")).ShouldBe((Many / 5) + 2);
        await ShouldBeWholeAndInOrderAsync(store, Many + 2);
    }

    [Fact]
    public async Task A_retry_at_the_same_time_from_other_processes_appends_once()
    {
        var stores = new[] { await OpenAsync(), await OpenAsync(), await OpenAsync() };
        var events = Spread();
        await AtOnceAsync(3, i => BulkAsync(stores[i], events));
        (await CountAsync("count(*)")).ShouldBe(Many);
    }

    [Fact]
    public async Task A_retry_of_a_few_events_that_stand_apart_in_their_streams_appends_nothing()
    {
        var store = await OpenAsync();
        List<BulkEvent> events = [new(Streams[0], Event()), new(Streams[0], Event()), new(Streams[0], Event())];
        foreach (var one in events)
            await BulkAsync(store, [one]);

        await BulkAsync(store, [events[0], events[2]]);
        (await CountAsync("count(*)")).ShouldBe(3);
        await Should.ThrowAsync<ArgumentException>(() => BulkAsync(store, [events[0], new(Streams[0], Event())]));
    }

    [Fact]
    public async Task What_is_no_json_appends_nothing_and_the_next_bulk_append_works()
    {
        var store = await OpenAsync();
        await Should.ThrowAsync<StoreUnavailableException>(() => BulkAsync(store, [.. Spread(), new(Streams[0], Event("{no"))]));
        (await CountAsync("count(*)")).ShouldBe(0);
        await BulkAsync(store, Spread());
        (await CountAsync("max(version)")).ShouldBe(Many / 5);
    }

    [Fact]
    public async Task A_connection_that_is_cut_is_reported_and_the_next_bulk_append_works()
    {
        var store = await OpenAsync();
        await BulkAsync(store, Spread());
        await ExecuteAsync(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                + " WHERE pid <> pg_backend_pid() AND query LIKE 'COPY%events%' AND query LIKE '%" + Namespace + "%'");
        var again = Spread();
        try
        {
            await BulkAsync(store, again);
        }
        catch (Exception e) when (e is StoreUnavailableException or OutcomeUnknownException)
        {
            await BulkAsync(store, again);
        }

        (await CountAsync("count(*)")).ShouldBe(2 * Many);
    }

    private Task BulkAsync(IStore store, List<BulkEvent> events) => store.Bulk!.AppendAsync(events, Limit).AsTask();

    private static List<BulkEvent> Spread(int count = Many) =>
        [.. Enumerable.Range(0, count).Select(i => new BulkEvent(Streams[i % 5], Event()))];
}
