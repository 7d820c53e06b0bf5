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
        // Nothing listens: it is certain that an append was not carried out.
        await load.UntilAsync(() => load.Failed.Any(e => e is StoreUnavailableException));
        await Server.RestartAsync(Limit);
        await load.UntilAcknowledgedAsync(200);
        await load.EndAsync();

        var all = await load.VerifyAsync();
        all.Select(e => e.Position).ShouldBe(Enumerable.Range(1, all.Count).Select(p => (long?)p));
        await load.UntilAsync(() => observer.Rows.Count > load.Acknowledged.Count);
        observer.Rows.Select(r => r.Row.EventId).ShouldBeUnique();
        running.Completion.IsCompleted.ShouldBeFalse();
    }

    protected override async Task<(ProvisionedServer Server, IAsyncDisposable Owner)> StartAsync()
    {
        var own = new TestServer(EtcdServer.Kind);
        return (await own.AcquireAsync(Limit), own);
    }

    protected override Task<IStore> OpenAsync() => EtcdTestServer.OpenAsync(Limit, Server.ConnectionString);
}
