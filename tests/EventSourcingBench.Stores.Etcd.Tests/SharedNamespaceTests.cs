namespace EventSourcingBench.Stores.Etcd.Tests;

/// <summary>Two stores on one namespace, as two processes have them: neither knows what the other commits.</summary>
public sealed class SharedNamespaceTests() : LimitedTest(seconds: 60)
{
    private IStore? _one;
    private IStore? _other;

    public override async ValueTask InitializeAsync()
    {
        var context = EtcdTestServer.Context(await EtcdTestServer.ConnectAsync(Limit));
        _one = await EtcdTestServer.Definition.OpenAsync(context, Limit);
        _other = await EtcdTestServer.Definition.OpenAsync(
            EtcdTestServer.Context(context.ConnectionString!) with { Namespace = context.Namespace, KeepData = true }, Limit);
    }

    protected override async ValueTask EndAsync()
    {
        await (_other?.DisposeAsync() ?? default);
        await (_one?.DisposeAsync() ?? default);
    }

    [Fact]
    public async Task Their_appends_leave_contiguous_streams_and_positions()
    {
        var shared = Enumerable.Range(0, 3).Select(_ => Sample.NewStream("shared")).ToArray();
        IStore[] stores = [_one!, _other!];
        var written = await Task.WhenAll(Enumerable.Range(0, 8).Select(writer => Task.Run(async () =>
        {
            var ids = new List<Guid>();
            for (var i = 0; i < 40; i++)
            {
                var events = Sample.Events(1 + (i % 3));
                (await stores[writer % 2].Events!.AppendAsync(shared[(writer + i) % 3], ExpectedVersion.Any, events, Limit))
                    .ShouldBeOfType<Appended>();
                ids.AddRange(events.Select(e => e.Id));
            }

            return ids;
        }, Limit)));

        var all = await _other!.Subscription!.ReadToEndAsync(cancellationToken: Limit);
        all.Select(e => e.Id).Order().ShouldBe(written.SelectMany(ids => ids).Order());
        all.Select(e => e.Position).ShouldBe(Enumerable.Range(1, all.Count).Select(p => (long?)p));
        foreach (var stream in all.GroupBy(e => e.Stream))
            stream.ToList().ShouldBeContiguous();
    }

    [Fact]
    public async Task One_of_them_wins_a_race_and_both_tell_the_version()
    {
        var stream = Sample.NewStream();
        for (var version = 0; version < 20; version++)
        {
            var expected = ExpectedVersion.After(version);
            var results = await Task.WhenAll(new[] { _one!, _other! }.Select(
                s => Task.Run(() => s.Events!.AppendAsync(stream, expected, [Sample.Event()], Limit).AsTask())));
            results.OfType<Appended>().ShouldHaveSingleItem().StreamVersion.ShouldBe(version + 1);
            results.OfType<WrongExpectedVersion>().ShouldHaveSingleItem().ActualVersion.ShouldBe(version + 1);
        }
    }

    [Fact]
    public async Task A_retry_at_the_other_appends_nothing()
    {
        var stream = Sample.NewStream();
        var events = Sample.Events(3);
        var bulk = Sample.Events(10).Select(e => new BulkEvent(Sample.NewStream(), e)).ToList();
        var first = await _one!.Events!.AppendAsync(stream, ExpectedVersion.NoStream, events, Limit);
        await _one.Bulk!.AppendAsync(bulk, Limit);
        (await _other!.Events!.AppendAsync(stream, ExpectedVersion.NoStream, events, Limit)).ShouldBe(first);
        await _other.Bulk!.AppendAsync(bulk, Limit);
        (await _one.Events.ReadStreamAsync(stream, cancellationToken: Limit).ToListAsync(Limit)).Count.ShouldBe(3);
        (await _one.Events.ReadStreamAsync(bulk[3].Stream, cancellationToken: Limit).ToListAsync(Limit)).ShouldHaveSingleItem();
    }
}
