namespace EventSourcingBench.Stores.Etcd.Tests;

/// <summary>What ends a watch ends no subscription.</summary>
public sealed class WatchTests() : LimitedTest(seconds: 30)
{
    [Fact]
    public async Task A_subscription_goes_on_over_a_compaction()
    {
        await using var own = new TestServer(EtcdServer.Kind);
        var server = await own.ConnectAsync(Limit);
        await using var store = await EtcdTestServer.OpenAsync(Limit, server);
        var events = Sample.Events(40);
        await AppendAsync(store, events[..10]);
        await using var live = store.Subscription!.SubscribeAsync(Checkpoint.Start, Limit).GetAsyncEnumerator(Limit);
        var seen = new List<Guid>();
        var old = await UntilSeenAsync(10);

        // The subscriber is busy; no watch can begin at the revision that it has read up to.
        await AppendAsync(store, events[10..20]);
        await CompactAsync(server);
        await AppendAsync(store, events[20..30]);
        await UntilSeenAsync(30);
        await CompactAsync(server);
        await AppendAsync(store, events[30..]);
        await UntilSeenAsync(40);

        seen.ShouldBe(events.Select(e => e.Id));
        (await store.Subscription!.ReadToEndAsync(old, Limit)).Select(e => e.Id).ShouldBe(seen[10..]);

        async Task<Checkpoint> UntilSeenAsync(int count)
        {
            while (seen.Count < count)
            {
                (await live.MoveNextAsync()).ShouldBeTrue();
                seen.AddRange(live.Current.Events.Select(e => e.Id));
            }

            return live.Current.Checkpoint;
        }
    }

    [Fact]
    public async Task A_long_silence_is_no_end()
    {
        await using var store = await EtcdTestServer.OpenAsync(Limit);
        await using var live = store.Subscription!.SubscribeAsync(Checkpoint.Start, Limit).GetAsyncEnumerator(Limit);
        (await live.MoveNextAsync()).ShouldBeTrue();
        var next = live.MoveNextAsync().AsTask();
        await Task.Delay(TimeSpan.FromSeconds(6), Limit);
        next.IsCompleted.ShouldBeFalse("nothing was appended");
        var data = Sample.Event();
        await AppendAsync(store, data);
        (await next.WaitAsync(Limit)).ShouldBeTrue();
        live.Current.Events.ShouldHaveSingleItem().Id.ShouldBe(data.Id);
    }

    // An append for each: a revision each.
    private async Task AppendAsync(IStore store, params EventData[] events)
    {
        foreach (var data in events)
            (await store.Events!.AppendAsync(new StreamId("watched"), ExpectedVersion.Any, [data], Limit)).ShouldBeOfType<Appended>();
    }

    private async Task CompactAsync(string server)
    {
        using var client = new EtcdClient(EtcdEndpoints.Parse(server), TimeProvider.System);
        var revision = (await client.ReadAsync(EtcdRequest.Status, Limit)).Header.Revision;
        await EtcdTestServer.CallAsync(server, "kv/compaction", new { revision, physical = true }, Limit);
    }
}
