namespace EventSourcingBench.Tests;

/// <summary>Stores that do not know of each other, so that races are lost in the server; and connections that break under load.</summary>
public abstract class PostgresRaceTests(TimeSpan limit) : PostgresStoreTest(limit)
{
    [Fact]
    public async Task Of_stores_that_expect_the_same_version_one_wins()
    {
        var stores = await OpenSomeAsync();
        var stream = new StreamId("raced");
        for (var version = 0; version < 20; version++)
        {
            var results = await RaceAsync(stores, stream, version);
            results.OfType<Appended>().ShouldHaveSingleItem().StreamVersion.ShouldBe(version + 1);
            results.OfType<WrongExpectedVersion>().ShouldAllBe(w => w.ActualVersion == version + 1);
        }
    }

    [Fact]
    public async Task Stores_that_append_to_one_stream_at_the_same_time_keep_it_whole_and_in_order()
    {
        var stores = await OpenSomeAsync();
        var streams = new[] { new StreamId("other"), new StreamId("contended"), new StreamId("contended") };
        await AtOnceAsync(2 * stores.Count, async writer =>
        {
            for (var i = 0; i < 15; i++)
            {
                (await stores[writer / 2].Events!.AppendAsync(streams[i % 3], ExpectedVersion.Any, Sample.Events(2), Limit))
                    .ShouldBeOfType<Appended>();
            }
        });

        // The order of the subscription is that of commits: within a stream it must be the order of versions.
        var all = await TakeAsync(stores[0], 180);
        all.Count.ShouldBe(180);
        foreach (var stream in all.GroupBy(e => e.Stream))
        {
            stream.ToList().ShouldBeContiguous();
            stream.Select(e => e.Position!.Value).ShouldBeInOrder();
        }
    }

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
        await WaitForRowsAsync(running, delivered.Count);
        (await running.GetStatusAsync(Limit)).Rows.ShouldBe(delivered.Count);
        running.Completion.IsCompleted.ShouldBeFalse();
        await running.DisposeAsync();
        observer.Rows.Select(r => r.Row.EventId).ShouldBe(delivered.Select(e => e.Id), ignoreOrder: true);
    }

    protected virtual Task<IStore> OpenOneAsync() => OpenAsync();

    /// <summary>Appends one event by each store, all of which expect the same version.</summary>
    protected Task<AppendResult[]> RaceAsync(IEnumerable<IStore> stores, StreamId stream, long version) => Task.WhenAll(stores.Select(
        s => Task.Run(
            () => s.Events!.AppendAsync(stream, ExpectedVersion.After(version), [Sample.Event()], Limit).AsTask(), Limit)));

    protected async Task<List<IStore>> OpenSomeAsync() => [await OpenOneAsync(), await OpenOneAsync(), await OpenOneAsync()];
}
