using System.Diagnostics;
using EventSourcingBench.Stores.Shared;
using EventSourcingBench.Tests;

namespace EventSourcingBench.Stores.EventStoreDb.Tests;

/// <summary>The server is killed at work and started again on the same data and port.</summary>
public sealed class RestartTests : RestartConformance
{
    private const int Writers = 8;

    [Theory]
    [InlineData("batch")]
    [InlineData("unary")]
    public async Task Appends_are_answered_or_of_unknown_outcome_and_go_on_after_a_restart(string append)
    {
        await using var store = await LogTestServer.OpenAsync(Server.ConnectionString, Limit, ("append", append));
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(Limit);
        var load = WriteAsync(store, stop.Token);
        await WaitForAsync(() => load.Acknowledged.Count >= 200);
        await Server.KillAsync();
        await WaitForAsync(() => load.Failed.Count >= Writers);
        await Server.RestartAsync(Limit);
        var before = load.Acknowledged.Count;
        await WaitForAsync(() => load.Acknowledged.Count >= before + 200);
        await stop.CancelAsync();
        await load.Done;

        load.Failed.ShouldAllBe(e => e is OutcomeUnknownException || e is StoreUnavailableException);
        var stored = await AllAsync(store);
        stored.Count.ShouldBe(stored.Distinct().Count());
        load.Acknowledged.Except(stored).ShouldBeEmpty("an acknowledged event was lost");
        stored.Except(load.Acknowledged).Except(load.Unknown).ShouldBeEmpty("an event is there that was said not to be");
    }

    [Fact]
    public async Task A_projection_goes_on_after_restarts_and_has_one_row_an_event()
    {
        await using var store = await OpenAsync();
        var observer = new RecordingObserver();
        await using var running = await store.Projections!.StartAsync(new CountedProjection(), observer, Limit);
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(Limit);
        var load = WriteAsync(store, stop.Token);
        for (var restart = 0; restart < 2; restart++)
        {
            var before = observer.Rows.Count;
            await WaitForAsync(() => observer.Rows.Count >= before + 200);
            await Server.KillAsync();
            await Server.RestartAsync(Limit);
        }

        await stop.CancelAsync();
        await load.Done;
        var stored = await AllAsync(store);
        await WaitForAsync(async () => (await running.GetStatusAsync(Limit)).Rows >= stored.Count);
        running.Completion.IsCompleted.ShouldBeFalse();
        (await running.ReadModel.ReadAllAsync(Limit).Select(r => r.EventId).ToListAsync(Limit)).Order().ShouldBe(stored.Order());
        observer.Rows.Select(r => r.Row.EventId).ShouldBe(stored, "the observer saw another order, or a row twice");
    }

    [Fact]
    public async Task A_store_whose_server_is_gone_says_so_soon_and_can_be_closed()
    {
        var store = await OpenAsync();
        var stream = Sample.NewStream();
        await store.Events!.AppendAsync(stream, ExpectedVersion.Any, Sample.Events(3), Limit);
        await Server.KillAsync();

        var watch = Stopwatch.StartNew();
        await Should.ThrowAsync<StoreUnavailableException>(
            async () => await store.Events!.ReadStreamAsync(stream, cancellationToken: Limit).ToListAsync(Limit));
        (await Should.ThrowAsync<StoreUnavailableException>(OpenAsync)).Message.ShouldContain("did not answer");
        await Should.ThrowAsync<StoreUnavailableException>(() => store.DescribeAsync(Limit));
        await store.DisposeAsync();
        watch.Elapsed.ShouldBeLessThan(TimeSpan.FromSeconds(20));
    }

    protected override async Task<IKillableServer> StartAsync() => await OwnServer.StartAsync(LogServer.Kind, Limit);

    protected override Task<IStore> OpenAsync() => LogTestServer.OpenAsync(Server.ConnectionString, Limit);

    private static Load WriteAsync(IStore store, CancellationToken stop)
    {
        var load = new Load();
        load.Done = Task.WhenAll(Enumerable.Range(0, Writers).Select(_ => Task.Run(async () =>
        {
            var stream = Sample.NewStream();
            while (!stop.IsCancellationRequested)
            {
                var data = Sample.Event();
                try
                {
                    await store.Events!.AppendAsync(stream, ExpectedVersion.Any, [data], CancellationToken.None);
                    load.Acknowledged.Enqueue(data.Id);
                }
                catch (Exception e)
                {
                    load.Failed.Enqueue(e);
                    if (e is OutcomeUnknownException)
                    {
                        load.Unknown.Enqueue(data.Id);
                    }

                    await Task.Delay(50, CancellationToken.None);
                }
            }
        }, CancellationToken.None)));
        return load;
    }

    private async Task<List<Guid>> AllAsync(IStore store)
    {
        var ids = new List<Guid>();
        await foreach (var batch in store.Subscription!.SubscribeAsync(Checkpoint.Start, Limit))
        {
            ids.AddRange(batch.Events.Select(e => e.Id));
            if (batch.CaughtUp)
            {
                break;
            }
        }

        return ids;
    }

    private Task WaitForAsync(Func<bool> condition) => WaitForAsync(() => Task.FromResult(condition()));

    private async Task WaitForAsync(Func<Task<bool>> condition)
    {
        while (!await condition())
        {
            await Task.Delay(10, Limit);
        }
    }

    private sealed class Load
    {
        public ConcurrentQueue<Guid> Acknowledged { get; } = new();

        public ConcurrentQueue<Guid> Unknown { get; } = new();

        public ConcurrentQueue<Exception> Failed { get; } = new();

        public Task Done { get; set; } = Task.CompletedTask;
    }
}
