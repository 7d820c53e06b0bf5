namespace EventSourcingBench.Stores.PostgreSql.Tests;

public sealed class BrokenConnectionTests : PostgresTest
{
    [Fact]
    public async Task After_broken_connections_nothing_acknowledged_is_lost_and_nothing_is_twice()
    {
        var store = await OpenAsync();
        var counting = new CountingProjection();
        await using var running = await store.Projections!.StartAsync(counting, counting, Limit);
        await using var load = new AppendLoad(store, Limit);
        for (var i = 0; i < 8; i++)
        {
            await Task.Delay(100, Limit);
            await ExecuteAsync(
                $"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'EventSourcingBench' AND query LIKE '%{Namespace}%'");
        }

        await load.UntilAcknowledgedAsync(100);
        await load.EndAsync();

        var delivered = await load.VerifyAsync();
        while ((await running.GetStatusAsync(Limit)).Rows < delivered.Count)
        {
            await Task.Delay(20, Limit);
        }

        (await running.GetStatusAsync(Limit)).Rows.ShouldBe(delivered.Count);
        await running.DisposeAsync();
        counting.Saved.ShouldBe(delivered.Select(e => e.Id));
    }

    [Fact]
    public async Task Two_hosts_of_one_projection_save_every_row_once()
    {
        var one = await OpenAsync();
        var two = await OpenAsync();
        var first = new CountingProjection();
        var second = new CountingProjection();
        await using var runningFirst = await one.Projections!.StartAsync(first, first, Limit);
        await using var runningSecond = await two.Projections!.StartAsync(second, second, Limit);
        for (var i = 0; i < 150; i++)
        {
            await (i % 2 == 0 ? one : two).Events!.AppendAsync(new StreamId("s"), ExpectedVersion.Any, [Event(), Event()], Limit);
            if (i == 75)
            {
                await runningFirst.RebuildAsync(Limit);
            }
        }

        while ((await runningFirst.GetStatusAsync(Limit)).Rows < 300)
        {
            await Task.Delay(10, Limit);
        }

        (await ScalarAsync($"SELECT count(*) FROM \"{Namespace}\".projection_counting_rows")).ShouldBe(300L);
        (await runningSecond.ReadModel.FindSummaryAsync("s", Limit)).ShouldBe(new ReadModelSummary("s", 300, 300 * 301 / 2));
        runningFirst.Completion.IsCompleted.ShouldBeFalse();
        runningSecond.Completion.IsCompleted.ShouldBeFalse();
    }

    [Fact]
    public async Task A_store_whose_schema_was_dropped_says_so()
    {
        var store = await OpenAsync();
        await ExecuteAsync($"DROP SCHEMA \"{Namespace}\" CASCADE");
        var thrown = await Should.ThrowAsync<StoreUnavailableException>(
            () => store.Events!.AppendAsync(new StreamId("s"), ExpectedVersion.Any, [Event()], Limit).AsTask());
        thrown.Message.ShouldContain("open the store again");
    }
}
