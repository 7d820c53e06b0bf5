namespace EventSourcingBench.Stores.PostgreSql.Tests;

/// <summary>What COPY has to promise beside other writers: so many events that they do not go the way of few.</summary>
public sealed class BulkTests : PostgresTest
{
    private const int Many = 400;

    private static readonly StreamId[] Streams = [.. Enumerable.Range(0, 5).Select(i => new StreamId($"s-{i}"))];

    [Fact]
    public async Task Bulk_appends_of_several_stores_to_the_same_streams_at_the_same_time_keep_them_whole_and_in_order()
    {
        var stores = new[] { await OpenAsync(), await OpenAsync(("postgres.groupCommit", "off")), await OpenAsync() };
        var bulks = AtOnceAsync(6, async i =>
        {
            for (var n = 0; n < 5; n++)
                await stores[i % 3].Bulk!.AppendAsync(Spread(Many), Limit);
        });
        await AtOnceAsync(3, async i =>
        {
            for (var n = 0; n < 100; n++)
                await stores[i].Events!.AppendAsync(Streams[n % 5], ExpectedVersion.Any, [Event()], Limit);
        });
        await bulks;

        // The feed's order is that of transactions: within a stream it must be the order of versions.
        const int Total = (6 * 5 * Many) + (3 * 100);
        var all = await TakeAsync(stores[0], Total);
        all.Count.ShouldBe(Total);
        all.Select(e => e.Id).ShouldBeUnique();
        foreach (var stream in all.GroupBy(e => e.Stream))
            stream.Select(e => e.Version).ShouldBe(Enumerable.Range(1, stream.Count()).Select(v => (long)v));
    }

    [Fact]
    public async Task Appends_that_never_stop_do_not_starve_a_bulk_append()
    {
        var store = await OpenAsync();
        using var enough = CancellationTokenSource.CreateLinkedTokenSource(Limit);
        var endless = AtOnceAsync(4, async _ =>
        {
            while (!enough.IsCancellationRequested)
                await store.Events!.AppendAsync(Streams[4], ExpectedVersion.Any, [Event()], Limit);
        });
        await store.Bulk!.AppendAsync(Spread(20_000), Limit);
        await store.Bulk!.AppendAsync(Spread(20_000), Limit);
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
        var context = Context();
        Task bulk;
        await using (var open = await UncommittedAppend.BeginAsync(context, Streams[2], [Event(), Event()], Limit))
        {
            bulk = store.Bulk!.AppendAsync(Spread(Many), Limit).AsTask();
            await Task.Delay(200, Limit);
            bulk.IsCompleted.ShouldBeFalse();
            await open.CommitAsync(Limit);
        }

        await bulk;
        (await ScalarAsync($"SELECT max(version) FROM \"{Namespace}\".events WHERE stream = 's-2'")).ShouldBe((Many / 5) + 2L);
        var all = await TakeAsync(store, Many + 2);
        all.Where(e => e.Stream == Streams[2]).Select(e => e.Version).ShouldBeInOrder();
    }

    [Fact]
    public async Task A_retry_at_the_same_time_from_other_processes_appends_once()
    {
        var stores = new[] { await OpenAsync(), await OpenAsync(), await OpenAsync() };
        var events = Spread(Many);
        await AtOnceAsync(3, i => stores[i].Bulk!.AppendAsync(events, Limit).AsTask());
        (await ScalarAsync($"SELECT count(*) FROM \"{Namespace}\".events")).ShouldBe((long)Many);
    }

    [Fact]
    public async Task Events_of_another_append_are_no_retry()
    {
        var store = await OpenAsync();
        var first = Spread(Many);
        await store.Bulk!.AppendAsync(first, Limit);
        await Should.ThrowAsync<ArgumentException>(() => store.Bulk!.AppendAsync([.. Spread(Many), first[7]], Limit).AsTask());
        await Should.ThrowAsync<ArgumentException>(() => store.Bulk!.AppendAsync(
            [.. first.Select(e => e with { Stream = new StreamId("elsewhere") })], Limit).AsTask());
        (await ScalarAsync($"SELECT count(*) FROM \"{Namespace}\".events")).ShouldBe((long)Many);
    }

    [Fact]
    public async Task What_is_no_json_appends_nothing_and_the_next_bulk_append_works()
    {
        var store = await OpenAsync();
        await Should.ThrowAsync<StoreUnavailableException>(
            () => store.Bulk!.AppendAsync([.. Spread(Many), new(Streams[0], Event("{no"))], Limit).AsTask());
        (await ScalarAsync($"SELECT count(*) FROM \"{Namespace}\".events")).ShouldBe(0L);
        await store.Bulk!.AppendAsync(Spread(Many), Limit);
        (await ScalarAsync($"SELECT max(version) FROM \"{Namespace}\".events")).ShouldBe(Many / 5L);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(65_000)]
    [InlineData(1_000_000)]
    public async Task Events_of_any_size_come_back_as_they_were(int bytes)
    {
        var store = await OpenAsync();
        var large = Event($"\"{new string('x', bytes)}\"") with { Metadata = Encoding.UTF8.GetBytes($"\"{new string('y', bytes / 2)}\"") };
        await store.Bulk!.AppendAsync([.. Spread(Many), new(Streams[0], large), .. Spread(Many)], Limit);
        var read = (await TakeAsync(store, (2 * Many) + 1)).Single(e => e.Id == large.Id);
        read.Data.Span.SequenceEqual(large.Data.Span).ShouldBeTrue();
        read.Metadata.Span.SequenceEqual(large.Metadata.Span).ShouldBeTrue();
    }

    [Fact]
    public async Task A_connection_that_is_cut_is_reported_and_the_next_bulk_append_works()
    {
        var store = await OpenAsync();
        await store.Bulk!.AppendAsync(Spread(Many), Limit);
        await ExecuteAsync(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                + " WHERE pid <> pg_backend_pid() AND query LIKE 'COPY%events%' AND query LIKE '%" + Namespace + "%'");
        var again = Spread(Many);
        try
        {
            await store.Bulk!.AppendAsync(again, Limit);
        }
        catch (Exception e) when (e is StoreUnavailableException or OutcomeUnknownException)
        {
            await store.Bulk!.AppendAsync(again, Limit);
        }

        (await ScalarAsync($"SELECT count(*) FROM \"{Namespace}\".events")).ShouldBe(2L * Many);
    }

    [Fact]
    public async Task The_meter_counts_what_the_server_writes()
    {
        var store = await OpenAsync();
        var before = await store.Storage!.ReadAsync(Limit);
        await store.Bulk!.AppendAsync(Spread(20_000), Limit);
        var after = await store.Storage!.ReadAsync(Limit);
        after.DataBytes.ShouldBeGreaterThan(before.DataBytes + 1_000_000);

        // Whatever is in the table is in the log as well.
        (after.WrittenBytes - before.WrittenBytes)!.Value.ShouldBeGreaterThan(1_000_000);
    }

    private static List<BulkEvent> Spread(int count) => [.. Enumerable.Range(0, count).Select(i => new BulkEvent(Streams[i % 5], Event()))];
}
