namespace EventSourcingBench.Conformance;

/// <summary>Stores that are open in one namespace at the same time, as several processes have them: none knows what the others commit. For
/// stores with a server.</summary>
public abstract class SharedConformance<TStore> : StoreConformance<TStore>
    where TStore : StoreUnderTest, new()
{
    private readonly List<IStore> _others = [];

    protected override async ValueTask EndAsync()
    {
        foreach (var store in _others)
            await store.DisposeAsync();

        await base.EndAsync();
    }

    [Fact]
    public async Task One_of_those_that_expect_the_same_version_wins_and_all_tell_the_version()
    {
        var (stores, stream) = (await OpenSomeAsync(), Sample.NewStream());
        for (var version = 0; version < 20; version++)
        {
            var expected = ExpectedVersion.After(version);
            var results = await AtOnceAsync(
                stores.Count, i => stores[i].Events!.AppendAsync(stream, expected, [Sample.Event()], Limit).AsTask());
            results.OfType<Appended>().ShouldHaveSingleItem().StreamVersion.ShouldBe(version + 1);
            results.OfType<WrongExpectedVersion>().Count().ShouldBe(stores.Count - 1);
            results.OfType<WrongExpectedVersion>().ShouldAllBe(w => w.ActualVersion == version + 1);
        }
    }

    [Fact]
    public async Task Appends_at_the_same_time_leave_streams_whole_and_in_the_order_of_the_subscription()
    {
        var stores = await OpenSomeAsync();
        StreamId[] streams = [new("other"), new("contended"), new("contended")];
        var written = await AtOnceAsync(2 * stores.Count, async writer =>
        {
            var ids = new List<Guid>();
            for (var i = 0; i < 20; i++)
            {
                var events = Sample.Events(1 + (i % 3));
                (await stores[writer / 2].Events!.AppendAsync(streams[i % 3], ExpectedVersion.Any, events, Limit))
                    .ShouldBeOfType<Appended>();
                ids.AddRange(events.Select(e => e.Id));
            }

            return ids;
        });

        var expected = written.SelectMany(ids => ids).ToList();
        var all = await stores[^1].Subscription!.SubscribeAsync(Checkpoint.Start, Limit)
            .SelectMany(b => b.Events).Take(expected.Count).ToListAsync(Limit);
        all.Select(e => e.Id).ShouldBe(expected, ignoreOrder: true);
        foreach (var stream in all.GroupBy(e => e.Stream))
        {
            stream.ToList().ShouldBeContiguous();
            stream.Select(e => e.Position ?? e.Version).ShouldBeInOrder();
        }
    }

    [Fact]
    public async Task A_retry_at_another_appends_nothing()
    {
        SkipUnless(StoreCapabilities.IdempotentAppend);
        var other = (await OpenSomeAsync())[1];
        var stream = Sample.NewStream();
        var events = Sample.Events(3);
        var bulk = Sample.Events(10).Select(e => new BulkEvent(Sample.NewStream(), e)).ToList();
        var first = await AppendAsync(stream, ExpectedVersion.NoStream, events);
        await Bulk.AppendAsync(bulk, Limit);
        (await other.Events!.AppendAsync(stream, ExpectedVersion.NoStream, events, Limit)).ShouldBe(first);
        await other.Bulk!.AppendAsync(bulk, Limit);
        (await ReadAsync(stream)).Count.ShouldBe(3);
        (await ReadAsync(bulk[3].Stream)).ShouldHaveSingleItem();
    }

    // The first one removes the data.
    private async Task<List<IStore>> OpenSomeAsync()
    {
        Assert.SkipWhen(Context.ConnectionString is null, $"{Under.Definition.Name} is open once at a time.");
        for (var i = 0; i < 2; i++)
            _others.Add(await OpenAsync(Context with { KeepData = true }));

        return [Store, .. _others];
    }
}
