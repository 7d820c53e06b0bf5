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
                    await store.Events!.AppendAsync(Sample.NewStream(), ExpectedVersion.Any, [Sample.Event()], Limit);
            },
            Limit)).ToList();
        var subscription = Task.Run(
            async () =>
            {
                await foreach (var batch in store.Subscription!.SubscribeAsync(Checkpoint.Start, Limit))
                {
                    if (batch.Events.Count > 0)
                        subscribed.TrySetResult();
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
    public async Task A_retry_after_an_unknown_outcome_appends_once()
    {
        var store = await OpenAsync();
        var stream = new StreamId("s");
        var unknown = 0;
        using var stop = new CancellationTokenSource();
        var breaking = Task.Run(
            async () =>
            {
                while (!stop.IsCancellationRequested)
                {
                    await BreakConnectionsAsync();
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
                    var result = await store.Events!.AppendAsync(stream, ExpectedVersion.After(version), [data], Limit);
                    result.ShouldBeOfType<Appended>().StreamVersion.ShouldBe(version + 1);
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
}
