using System.Net.Http.Json;

namespace EventSourcingBench.Stores.Etcd.Tests;

/// <summary>What ends a watch ends no subscription.</summary>
public sealed class WatchTests() : LimitedTest(seconds: 30)
{
    [Fact]
    public async Task A_subscription_goes_on_over_a_compaction()
    {
        await using var own = new TestServer(EtcdServer.Kind);
        var server = await own.AcquireAsync(Limit);
        await using var store = await OpenAsync(server.ConnectionString);
        var events = Sample.Events(40);
        await AppendAsync(store, events.AsSpan(..10).ToArray());
        await using var live = store.Subscription!.SubscribeAsync(Checkpoint.Start, Limit).GetAsyncEnumerator(Limit);
        var seen = new List<Guid>();
        Checkpoint old = default;
        while (seen.Count < 10)
        {
            (await live.MoveNextAsync()).ShouldBeTrue();
            seen.AddRange(live.Current.Events.Select(e => e.Id));
            old = live.Current.Checkpoint;
        }

        // The subscriber is busy; no watch can begin at the revision that it has read up to.
        await AppendAsync(store, events.AsSpan(10..20).ToArray());
        await CompactAsync(server.ConnectionString);
        await AppendAsync(store, events.AsSpan(20..30).ToArray());
        while (seen.Count < 30)
        {
            (await live.MoveNextAsync()).ShouldBeTrue();
            seen.AddRange(live.Current.Events.Select(e => e.Id));
        }

        await CompactAsync(server.ConnectionString);
        await AppendAsync(store, events.AsSpan(30..40).ToArray());
        while (seen.Count < 40)
        {
            (await live.MoveNextAsync()).ShouldBeTrue();
            seen.AddRange(live.Current.Events.Select(e => e.Id));
        }

        seen.ShouldBe(events.Select(e => e.Id));
        var again = new List<Guid>();
        await foreach (var batch in store.Subscription!.SubscribeAsync(old, Limit))
        {
            again.AddRange(batch.Events.Select(e => e.Id));
            if (batch.CaughtUp)
                break;
        }

        again.ShouldBe(events.Skip(10).Select(e => e.Id));
    }

    [Fact]
    public async Task A_watch_of_a_compacted_revision_ends()
    {
        await using var own = new TestServer(EtcdServer.Kind);
        var server = await own.AcquireAsync(Limit);
        var context = EtcdTestServer.Context(server.ConnectionString);
        await using var store = await EtcdTestServer.Definition.OpenAsync(context, Limit);
        await AppendAsync(store, Sample.Events(5));
        await CompactAsync(server.ConnectionString);
        var nodes = EtcdEndpoints.Parse(server.ConnectionString);
        using var client = new EtcdClient(nodes, TimeProvider.System);
        using var watch = await PartWatch.BeginAsync(client, nodes.Current, new KeySpace(context.Namespace), revision: 1, Limit);

        List<Part>? parts;
        while ((parts = await watch.NextAsync(Limit)) is not null)
            parts.ShouldBeEmpty("what was compacted cannot be watched");
    }

    [Fact]
    public async Task A_long_silence_is_no_end()
    {
        var connectionString = await EtcdTestServer.ConnectAsync(Limit);
        await using var store = await OpenAsync(connectionString);
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

    private static Task<IStore> OpenAsync(string connectionString) =>
        EtcdTestServer.Definition.OpenAsync(EtcdTestServer.Context(connectionString), CancellationToken.None);

    // An append for each: a revision each.
    private async Task AppendAsync(IStore store, params EventData[] events)
    {
        foreach (var data in events)
            (await store.Events!.AppendAsync(new StreamId("watched"), ExpectedVersion.Any, [data], Limit)).ShouldBeOfType<Appended>();
    }

    private async Task CompactAsync(string server)
    {
        using var http = new HttpClient { BaseAddress = new Uri(server) };
        using var status = await http.PostAsJsonAsync("/v3/maintenance/status", new { }, Limit);
        var answer = await status.Content.ReadFromJsonAsync<JsonElement>(Limit);
        var revision = answer.GetProperty("header").GetProperty("revision").GetString()!;
        using var compacted = await http.PostAsJsonAsync(
            "/v3/kv/compaction", new { revision = long.Parse(revision, CultureInfo.InvariantCulture), physical = true }, Limit);
        compacted.IsSuccessStatusCode.ShouldBeTrue(await compacted.Content.ReadAsStringAsync(Limit));
    }
}
