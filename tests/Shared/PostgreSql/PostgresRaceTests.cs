namespace EventSourcingBench.Tests;

/// <summary>Connections that break under load.</summary>
public abstract class PostgresRaceTests(TimeSpan limit, StoreDefinition definition) : PostgresStoreTest(limit, definition)
{
    [Fact]
    public async Task After_broken_connections_nothing_acknowledged_is_lost_and_nothing_is_twice()
    {
        var store = await OpenOneAsync();
        var observer = new RecordingObserver();
        await using var running = await store.Projections!.StartAsync(new CountedProjection(), observer, Limit);
        await using var load = new AppendLoad(store, Limit);
        for (var i = 0; i < 8; i++)
        {
            await Task.Delay(150, Limit);
            await BreakConnectionsAsync();
        }

        await load.UntilAcknowledgedAsync(100);
        await load.EndAsync();

        var delivered = await load.VerifyAsync();
        await running.HasRowsAsync(delivered.Count, Limit);
        (await running.GetStatusAsync(Limit)).Rows.ShouldBe(delivered.Count);
        running.Completion.IsCompleted.ShouldBeFalse();
        await running.DisposeAsync();
        observer.Rows.Select(r => r.Row.EventId).ShouldBe(delivered.Select(e => e.Id), ignoreOrder: true);
    }

    protected virtual Task<IStore> OpenOneAsync() => OpenAsync();
}
