using System.Runtime.Versioning;
using Npgsql;

namespace EventSourcingBench.Stores.Marten.Tests;

[UnsupportedOSPlatform("windows")]
public sealed class ServerLossTests : MartenTest
{
    [Fact]
    public async Task Appends_and_subscriptions_of_a_server_that_stops_end_with_an_answer_of_the_contract()
    {
        await using var server = await OwnServer.StartAsync(Limit);
        var store = await Definition.OpenAsync(Context() with { ConnectionString = server.ConnectionString }, Limit);
        var subscribed = new TaskCompletionSource();
        var writers = Enumerable.Range(0, 8).Select(_ => Task.Run(
            async () =>
            {
                while (true)
                {
                    await store.Events!.AppendAsync(Sample.NewStream(), ExpectedVersion.Any, [Sample.Event()], Limit);
                }
            },
            Limit)).ToList();
        var subscription = Task.Run(
            async () =>
            {
                await foreach (var batch in store.Subscription!.SubscribeAsync(Checkpoint.Start, Limit))
                {
                    if (batch.Events.Count > 0)
                    {
                        subscribed.TrySetResult();
                    }
                }
            },
            Limit);
        await subscribed.Task.WaitAsync(Limit);
        await server.StopAsync();

        foreach (var caller in writers.Append(subscription))
        {
            var thrown = await Should.ThrowAsync<Exception>(() => caller.WaitAsync(Limit));
            (thrown is StoreUnavailableException or OutcomeUnknownException).ShouldBeTrue(thrown.ToString());
        }

        await Should.ThrowAsync<StoreUnavailableException>(
            () => store.Events!.AppendAsync(Sample.NewStream(), ExpectedVersion.Any, [Sample.Event()], Limit).AsTask());
        (await Should.ThrowAsync<StoreUnavailableException>(() => store.DisposeAsync().AsTask())).Message.ShouldContain("DROP SCHEMA");
    }

    [Fact]
    public async Task After_broken_connections_nothing_acknowledged_is_lost_and_nothing_is_twice()
    {
        ConnectionString = new NpgsqlConnectionStringBuilder(ConnectionString) { ApplicationName = Namespace }.ConnectionString;
        var store = await OpenAsync(("marten.staleGap", "300ms"));
        var observer = new RecordingObserver();
        await using var running = await store.Projections!.StartAsync(new CountedProjection(), observer, Limit);
        using var stop = new CancellationTokenSource();
        var load = Task.WhenAll(Enumerable.Range(0, 4).Select(i => Task.Run(() => LoadAsync(store, new StreamId($"s-{i}"), stop.Token), Limit)));
        for (var i = 0; i < 6; i++)
        {
            await Task.Delay(200, Limit);
            await ExecuteAsync($"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '{Namespace}' AND pid <> pg_backend_pid()");
        }

        await Task.Delay(200, Limit);
        await stop.CancelAsync();
        var acknowledged = (await load).SelectMany(ids => ids).ToList();
        acknowledged.Count.ShouldBeGreaterThan(0);

        var inStore = (int)(long)(await ScalarAsync($"SELECT count(*) FROM \"{Namespace}\".mt_events WHERE type = 'stored_event'"))!;
        var delivered = await TakeAsync(store, inStore);
        acknowledged.Except(delivered.Select(e => e.Id)).ShouldBeEmpty();
        delivered.Select(e => e.Id).Distinct().Count().ShouldBe(inStore);
        foreach (var stream in delivered.GroupBy(e => e.Stream))
        {
            stream.ToList().ShouldBeContiguous();
        }

        while ((await running.GetStatusAsync(Limit)).Rows < inStore)
        {
            await Task.Delay(20, Limit);
        }

        (await running.GetStatusAsync(Limit)).Rows.ShouldBe(inStore);
        running.Completion.IsCompleted.ShouldBeFalse();
    }

    [Fact]
    public async Task A_retry_after_an_unknown_outcome_appends_once()
    {
        ConnectionString = new NpgsqlConnectionStringBuilder(ConnectionString) { ApplicationName = Namespace }.ConnectionString;
        var store = await OpenAsync();
        var stream = new StreamId("s");
        var unknown = 0;
        using var stop = new CancellationTokenSource();
        var breaking = Task.Run(
            async () =>
            {
                while (!stop.IsCancellationRequested)
                {
                    await ExecuteAsync($"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '{Namespace}' AND pid <> pg_backend_pid()");
                    await Task.Delay(15, Limit);
                }
            },
            Limit);
        for (var version = 0; version < 100; version++)
        {
            var data = Sample.Event();
            while (true)
            {
                try
                {
                    (await store.Events!.AppendAsync(stream, ExpectedVersion.After(version), [data], Limit)).ShouldBeOfType<Appended>().StreamVersion.ShouldBe(version + 1);
                    break;
                }
                catch (OutcomeUnknownException)
                {
                    unknown++;
                }
                catch (StoreUnavailableException)
                {
                    // Nothing was appended; the same again.
                }
            }
        }

        await stop.CancelAsync();
        await breaking;
        unknown.ShouldBeGreaterThan(0, "no outcome was unknown: the test shows nothing");
        (await ScalarAsync($"SELECT count(*) FROM \"{Namespace}\".mt_events WHERE type = 'stored_event'")).ShouldBe(100L);
    }

    [Fact]
    public async Task It_works_through_TLS_with_a_password()
    {
        await using var server = await OwnServer.StartAsync(Limit);
        await server.RequireTlsAsync(Limit);
        var secured = new NpgsqlConnectionStringBuilder(server.ConnectionString) { SslMode = SslMode.Require };
        var context = Context() with { ConnectionString = secured.ConnectionString };
        await using (var store = await Definition.OpenAsync(context, Limit))
        {
            await store.Events!.AppendAsync(new StreamId("s"), ExpectedVersion.NoStream, Sample.Events(2), Limit);
            (await TakeAsync(store, 2)).Count.ShouldBe(2);
        }

        secured.SslMode = SslMode.Disable;
        await Should.ThrowAsync<StoreUnavailableException>(
            () => Definition.OpenAsync(context with { ConnectionString = secured.ConnectionString }, Limit));
    }

    private async Task<List<Guid>> LoadAsync(IStore store, StreamId stream, CancellationToken stop)
    {
        var acknowledged = new List<Guid>();
        while (!stop.IsCancellationRequested)
        {
            var data = Sample.Event();
            try
            {
                await store.Events!.AppendAsync(stream, ExpectedVersion.Any, [data], Limit);
                acknowledged.Add(data.Id);
            }
            catch (Exception e) when (e is StoreUnavailableException or OutcomeUnknownException)
            {
                await Task.Delay(5, Limit);
            }
        }

        return acknowledged;
    }
}
