using System.Diagnostics;

namespace EventSourcingBench.Stores.Etcd.Tests;

/// <summary>The one server is killed at work and started again on the same data and ports.</summary>
public sealed class RestartTests : RestartConformance
{
    [Fact]
    public async Task Appends_and_a_projection_go_on_after_a_restart_and_nothing_acknowledged_is_lost()
    {
        await using var store = await OpenAsync();
        var observer = new RecordingObserver();
        await using var running = await store.Projections!.StartAsync(new CountedProjection(), observer, Limit);
        await using var load = new AppendLoad(store, Limit);
        await load.UntilAcknowledgedAsync(200);
        await Server.KillAsync(Limit);
        await load.UntilAsync(() => !load.Failed.IsEmpty);
        await Server.RestartAsync(Limit);
        await load.UntilAcknowledgedAsync(200);
        await load.EndAsync();

        var all = await load.VerifyAsync();
        all.Select(e => e.Position).ShouldBe(Enumerable.Range(1, all.Count).Select(p => (long?)p));
        await load.UntilAsync(() => observer.Rows.Count > load.Acknowledged.Count);
        observer.Rows.Select(r => r.Row.EventId).ShouldBeUnique();
        running.Completion.IsCompleted.ShouldBeFalse();
    }

    [Fact]
    public async Task A_store_whose_server_is_gone_says_so_at_once_and_can_be_closed()
    {
        var store = await OpenAsync();
        var stream = Sample.NewStream();
        await store.Events!.AppendAsync(stream, ExpectedVersion.Any, Sample.Events(3), Limit);
        await Server.KillAsync(Limit);

        var watch = Stopwatch.StartNew();
        await Should.ThrowAsync<StoreUnavailableException>(
            async () => await store.Events.ReadStreamAsync(stream, cancellationToken: Limit).ToListAsync(Limit));
        await Should.ThrowAsync<StoreUnavailableException>(
            async () => await store.Events.AppendAsync(stream, ExpectedVersion.Any, [Sample.Event()], Limit));
        await Should.ThrowAsync<StoreUnavailableException>(() => store.DescribeAsync(Limit));
        await store.DisposeAsync();
        watch.Elapsed.ShouldBeLessThan(TimeSpan.FromSeconds(20), "the port is closed: there is nothing to wait for");
    }

    protected override async Task<(ProvisionedServer Server, IAsyncDisposable Owner)> StartAsync()
    {
        var own = new TestServer(EtcdServer.Kind);
        return (await own.AcquireAsync(Limit), own);
    }

    protected override Task<IStore> OpenAsync() => EtcdTestServer.OpenAsync(Limit, Server.ConnectionString);
}
