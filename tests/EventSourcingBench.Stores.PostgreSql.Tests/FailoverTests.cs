using System.Collections.Concurrent;
using System.Diagnostics;

namespace EventSourcingBench.Stores.PostgreSql.Tests;

/// <summary>Nodes of the test's own, whose primary is killed while events are appended.</summary>
public sealed class FailoverTests(ITestOutputHelper output) : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(120);

    private readonly CancellationTokenSource _limit = new(Patience);
    private readonly ConcurrentBag<Guid> _acknowledged = [];
    private readonly ConcurrentBag<Guid> _unknown = [];
    private long _lastAnswer;
    private long _longestPause;

    public void Dispose() => _limit.Dispose();

    [Fact]
    public async Task Nothing_acknowledged_is_lost_when_the_primary_is_killed()
    {
        await using var own = new TestServer("postgres-replicated", nodes: 3);
        var server = await own.AcquireAsync(_limit.Token);
        Assert.SkipUnless(server.CanKillNode, $"The server ({server.Origin}) is not ours to kill.");
        await using var store = await OpenAsync(server);
        var before = await store.DescribeAsync(_limit.Token);
        before.Durability.ShouldBe(DurabilityTier.Replicated, before.DurabilityReason);
        before.DurabilityReason.ShouldContain("2 of 3 nodes");

        using var enough = CancellationTokenSource.CreateLinkedTokenSource(_limit.Token);
        _lastAnswer = Stopwatch.GetTimestamp();
        var writers = Enumerable.Range(0, 4).Select(i => Task.Run(() => AppendAsync(store, i, enough.Token))).Append(Task.Run(() => PourAsync(store, enough.Token))).ToList();
        await UntilAcknowledgedAsync(500);
        output.WriteLine(await server.KillNodeAsync(_limit.Token));
        await UntilAcknowledgedAsync(_acknowledged.Count + 500);

        await enough.CancelAsync();
        await Task.WhenAll(writers);

        await VerifyAsync(store);
        var after = await store.DescribeAsync(_limit.Token);
        after.Durability.ShouldBe(DurabilityTier.Replicated, after.DurabilityReason);
        output.WriteLine($"{_acknowledged.Count} acknowledged, {_unknown.Count} unknown, longest pause {Stopwatch.GetElapsedTime(0, _longestPause).TotalMilliseconds:0} ms; then: {after.DurabilityReason}");
    }

    private static Task<IStore> OpenAsync(ProvisionedServer server)
    {
        var definition = new PostgresPlugin().Stores.Single(s => s.Name == "postgres-replicated");
        return definition.OpenAsync(
            new StoreContext
            {
                Namespace = "failover",
                DataFolder = Path.GetTempPath(),
                ConnectionString = server.ConnectionString,
                Options = StoreOptions.Create(definition.Options, new Dictionary<string, string>()),
            },
            CancellationToken.None);
    }

    private static EventData Event() => new(Guid.CreateVersion7(), "Tested", "{}"u8.ToArray());

    private async Task AppendAsync(IStore store, int writer, CancellationToken enough)
    {
        var stream = new StreamId($"writer-{writer}");
        while (!enough.IsCancellationRequested)
        {
            var data = Event();
            await TryAsync([data.Id], async () => await store.Events!.AppendAsync(stream, ExpectedVersion.Any, [data], _limit.Token));
        }
    }

    private async Task PourAsync(IStore store, CancellationToken enough)
    {
        while (!enough.IsCancellationRequested)
        {
            var events = Enumerable.Range(0, 200).Select(i => new BulkEvent(new StreamId($"poured-{i % 3}"), Event())).ToList();
            await TryAsync([.. events.Select(e => e.Event.Id)], async () => await store.Bulk!.AppendAsync(events, _limit.Token));
        }
    }

    // Any other exception than these two ends the test: it would be none that a caller can act on.
    private async Task TryAsync(Guid[] ids, Func<Task> append)
    {
        try
        {
            await append();
            Array.ForEach(ids, _acknowledged.Add);
            var now = Stopwatch.GetTimestamp();
            var pause = now - Interlocked.Exchange(ref _lastAnswer, now);
            _longestPause = Math.Max(_longestPause, pause);
        }
        catch (OutcomeUnknownException)
        {
            Array.ForEach(ids, _unknown.Add);
        }
        catch (StoreUnavailableException)
        {
            await Task.Delay(20, _limit.Token);
        }
    }

    private async Task UntilAcknowledgedAsync(int count)
    {
        while (_acknowledged.Count < count)
        {
            await Task.Delay(20, _limit.Token);
        }
    }

    // All that was acknowledged is there once; beside it only what nobody knew of; all streams are whole and in order.
    private async Task VerifyAsync(IStore store)
    {
        var last = Event();
        await store.Events!.AppendAsync(new StreamId("last"), ExpectedVersion.Any, [last], _limit.Token);
        var all = new List<RecordedEvent>();
        await foreach (var batch in store.Subscription!.SubscribeAsync(Checkpoint.Start, _limit.Token))
        {
            all.AddRange(batch.Events);
            if (all.Exists(e => e.Id == last.Id))
            {
                break;
            }
        }

        var ids = all.Select(e => e.Id).ToHashSet();
        ids.Count.ShouldBe(all.Count);
        _acknowledged.Count(id => !ids.Contains(id)).ShouldBe(0, "acknowledged and lost");
        ids.Except(_acknowledged).Except(_unknown).ShouldBe([last.Id]);
        foreach (var stream in all.GroupBy(e => e.Stream))
        {
            stream.Select(e => e.Version).ShouldBe(Enumerable.Range(1, stream.Count()).Select(v => (long)v));
        }
    }
}
