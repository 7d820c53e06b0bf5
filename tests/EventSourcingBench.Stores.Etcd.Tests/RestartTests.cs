using System.Diagnostics;

namespace EventSourcingBench.Stores.Etcd.Tests;

/// <summary>The one server is killed at work and started again on the same data and ports.</summary>
public sealed class RestartTests : IAsyncLifetime
{
    private readonly CancellationTokenSource _limit = new(TimeSpan.FromSeconds(120));
    private OwnServer? _server;

    private CancellationToken Limit => _limit.Token;

    private OwnServer Server => _server!;

    public async ValueTask InitializeAsync() => _server = await OwnServer.StartAsync(Limit);

    public async ValueTask DisposeAsync()
    {
        if (_server is not null)
        {
            await _server.DisposeAsync();
        }

        _limit.Dispose();
    }

    [Fact]
    public async Task Appends_and_a_projection_go_on_after_a_restart_and_nothing_acknowledged_is_lost()
    {
        await using var store = await OpenAsync();
        var observer = new RecordingObserver();
        await using var running = await store.Projections!.StartAsync(new CountedProjection(), observer, Limit);
        await using var load = new Load(store, Limit);
        await load.UntilAcknowledgedAsync(200);
        await Server.KillAsync();
        await load.UntilAsync(() => !load.Failed.IsEmpty);
        await Server.RestartAsync(Limit);
        await load.UntilAcknowledgedAsync(200);
        await load.EndAsync();

        await load.VerifyAsync();
        await load.UntilAsync(() => observer.Rows.Count > load.Acknowledged.Count);
        observer.Rows.Select(r => r.Row.EventId).ShouldBeUnique();
        running.Completion.IsCompleted.ShouldBeFalse();
    }

    [Fact]
    public async Task A_subscription_says_that_the_server_is_gone_and_the_next_goes_on_after_its_checkpoint()
    {
        await using var store = await OpenAsync();
        await store.Events!.AppendAsync(Sample.NewStream(), ExpectedVersion.Any, Sample.Events(20), Limit);
        var last = Checkpoint.Start;
        var waiting = new TaskCompletionSource();
        var reading = Task.Run(async () =>
        {
            await foreach (var batch in store.Subscription!.SubscribeAsync(Checkpoint.Start, Limit))
            {
                last = batch.Checkpoint;
                if (batch.CaughtUp)
                {
                    waiting.TrySetResult();
                }
            }
        }, Limit);
        await waiting.Task.WaitAsync(Limit);
        await Server.KillAsync();
        await Should.ThrowAsync<StoreUnavailableException>(() => reading.WaitAsync(Limit));

        await Server.RestartAsync(Limit);
        var after = Sample.Events(3);
        await store.Events.AppendAsync(Sample.NewStream(), ExpectedVersion.Any, after, Limit);
        var rest = await store.Subscription!.SubscribeAsync(last, Limit).FirstAsync(b => b.Events.Count > 0, Limit);
        rest.Events.Select(e => e.Id).ShouldBe(after.Select(e => e.Id));
    }

    [Fact]
    public async Task A_store_whose_server_is_gone_says_so_at_once_and_can_be_closed()
    {
        var store = await OpenAsync();
        var stream = Sample.NewStream();
        await store.Events!.AppendAsync(stream, ExpectedVersion.Any, Sample.Events(3), Limit);
        await Server.KillAsync();

        var watch = Stopwatch.StartNew();
        await Should.ThrowAsync<StoreUnavailableException>(
            async () => await store.Events.ReadStreamAsync(stream, cancellationToken: Limit).ToListAsync(Limit));
        await Should.ThrowAsync<StoreUnavailableException>(async () => await store.Events.AppendAsync(stream, ExpectedVersion.Any, [Sample.Event()], Limit));
        await Should.ThrowAsync<StoreUnavailableException>(() => store.DescribeAsync(Limit));
        await store.DisposeAsync();
        watch.Elapsed.ShouldBeLessThan(TimeSpan.FromSeconds(20), "nobody listens: there is nothing to wait for");
    }

    private Task<IStore> OpenAsync() => EtcdTestServer.Definition.OpenAsync(EtcdTestServer.Context(Server.ConnectionString), Limit);
}
