using EventSourcingBench.Stores.Shared;
using EventSourcingBench.Tests;

namespace EventSourcingBench.Stores.EventStoreDb.Tests;

/// <summary>The server is killed at work and started again on the same data and port.</summary>
public sealed class RestartTests : RestartConformance
{
    // Those of the load.
    private const int Writers = 4;

    [Theory]
    [InlineData("batch")]
    [InlineData("unary")]
    public async Task Appends_are_answered_or_of_unknown_outcome_and_go_on_after_a_restart(string append)
    {
        await using var store = await LogTestServer.OpenAsync(Server.ConnectionString, Limit, ("append", append));
        await using var load = new AppendLoad(store, Limit);
        await load.UntilAcknowledgedAsync(200);
        await Server.KillAsync(Limit);
        await load.UntilAsync(() => load.Failed.Count >= Writers);
        await Server.RestartAsync(Limit);
        await load.UntilAcknowledgedAsync(200);
        await load.EndAsync();
        await load.VerifyAsync();
    }

    [Fact]
    public async Task A_projection_goes_on_after_restarts_and_has_one_row_an_event()
    {
        await using var store = await OpenAsync();
        var observer = new RecordingObserver();
        await using var running = await store.Projections!.StartAsync(new CountedProjection(), observer, Limit);
        await using var load = new AppendLoad(store, Limit);
        for (var restart = 0; restart < 2; restart++)
        {
            var before = observer.Rows.Count;
            await load.UntilAsync(() => observer.Rows.Count >= before + 200);
            await Server.KillAsync(Limit);
            await Server.RestartAsync(Limit);
        }

        await load.EndAsync();
        var stored = (await load.VerifyAsync()).Select(e => e.Id).ToList();
        while ((await running.GetStatusAsync(Limit)).Rows < stored.Count)
            await Task.Delay(10, Limit);

        running.Completion.IsCompleted.ShouldBeFalse();
        (await running.ReadModel.ReadAllAsync(Limit).Select(r => r.EventId).ToListAsync(Limit)).Order().ShouldBe(stored.Order());
        observer.Rows.Select(r => r.Row.EventId).ShouldBe(stored, "the observer saw another order, or a row twice");
    }

    protected override async Task<(ProvisionedServer Server, IAsyncDisposable Owner)> StartAsync()
    {
        var own = new TestServer(LogServer.Kind);
        return (await own.AcquireAsync(Limit), own);
    }

    protected override Task<IStore> OpenAsync() => LogTestServer.OpenAsync(Server.ConnectionString, Limit);
}
