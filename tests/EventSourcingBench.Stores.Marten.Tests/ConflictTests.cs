namespace EventSourcingBench.Stores.Marten.Tests;

/// <summary>Stores that do not know of each other, so that races are lost in the server.</summary>
public sealed class ConflictTests : MartenTest
{
    [Theory]
    [InlineData("quick", "on")]
    [InlineData("quick", "off")]
    [InlineData("rich", "on")]
    public async Task Of_stores_that_expect_the_same_version_one_wins(string append, string lockStreams)
    {
        var stores = await OpenSomeAsync(append, lockStreams);
        var stream = new StreamId("raced");
        for (var version = 0; version < 15; version++)
        {
            var results = await Task.WhenAll(stores.Select(
                s => Task.Run(() => s.Events!.AppendAsync(stream, ExpectedVersion.After(version), [Sample.Event()], Limit).AsTask(), Limit)));
            results.OfType<Appended>().ShouldHaveSingleItem().StreamVersion.ShouldBe(version + 1);
            results.OfType<WrongExpectedVersion>().ShouldAllBe(w => w.ActualVersion == version + 1);
        }
    }

    [Theory]
    [InlineData("quick")]
    [InlineData("rich")]
    public async Task Stores_that_expect_no_version_keep_a_stream_whole(string append)
    {
        var stores = await OpenSomeAsync(append, "on");
        var stream = new StreamId("contended");
        await Task.WhenAll(stores.SelectMany(store => Enumerable.Range(0, 2).Select(_ => Task.Run(
            async () =>
            {
                for (var i = 0; i < 10; i++)
                {
                    (await store.Events!.AppendAsync(stream, ExpectedVersion.Any, Sample.Events(2), Limit)).ShouldBeOfType<Appended>();
                }
            },
            Limit))));
        (await stores[0].Events!.ReadStreamAsync(stream, cancellationToken: Limit).ToListAsync(Limit)).ShouldBeContiguous();
        (await TakeAsync(stores[0], 120)).Count.ShouldBe(120);
    }

    [Fact]
    public async Task Tombstones_are_left_out_everywhere()
    {
        var stores = await OpenSomeAsync("rich", "on");
        var stream = new StreamId("raced");
        var appended = 0;
        for (var i = 0; i < 10; i++)
        {
            var version = appended;
            var results = await Task.WhenAll(stores.Select(
                s => Task.Run(() => s.Events!.AppendAsync(stream, ExpectedVersion.After(version), [Sample.Event()], Limit).AsTask(), Limit)));
            appended += results.OfType<Appended>().Count();
        }

        var inTable = (long)(await ScalarAsync($"SELECT count(*) FROM \"{Namespace}\".mt_events"))!;
        var tombstones = (long)(await ScalarAsync($"SELECT count(*) FROM \"{Namespace}\".mt_events WHERE type = 'tombstone'"))!;
        tombstones.ShouldBeGreaterThan(0, "no race left a tombstone: the test shows nothing");
        inTable.ShouldBe(appended + tombstones);

        (await stores[0].Events!.ReadStreamAsync(stream, cancellationToken: Limit).ToListAsync(Limit)).Count.ShouldBe(appended);
        (await TakeAsync(stores[0], appended)).ShouldAllBe(e => e.Stream == stream);
        await using var running = await stores[0].Projections!.StartAsync(new CountedProjection(), new RecordingObserver(), Limit);
        while (!(await running.GetStatusAsync(Limit)).CaughtUp)
        {
            await Task.Delay(10, Limit);
        }

        (await running.GetStatusAsync(Limit)).Rows.ShouldBe(appended);
    }

    private async Task<List<IStore>> OpenSomeAsync(string append, string lockStreams)
    {
        var stores = new List<IStore>();
        for (var i = 0; i < 3; i++)
        {
            stores.Add(await OpenAsync(("marten.append", append), ("marten.lockStreams", lockStreams), ("marten.staleGap", "300ms")));
        }

        return stores;
    }
}
