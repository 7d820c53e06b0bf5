namespace EventSourcingBench.Stores.PostgreSql.Tests;

public sealed class DcbConcurrencyTests : DcbTest
{
    private static readonly string[] Tags = ["a", "b", "c", "d"];

    [Theory]
    [InlineData(BTree, "64", "1")]
    [InlineData(BTree, "1", "1")]
    [InlineData(BTree, "8", "3")]
    [InlineData(Gin, "64", "1")]
    public async Task Whatever_several_stores_append_at_once_each_was_decided_on_what_was_there(string name, string maxBatch, string lanes)
    {
        (string, string)[] options = [("dcb-postgres.maxBatch", maxBatch), ("dcb-postgres.lanes", lanes)];
        var stores = new[] { await OpenDcbAsync(name, options), await OpenDcbAsync(name, options) };
        var attempts = (await Task.WhenAll(Enumerable.Range(0, 12).Select(i => Task.Run(() => AttemptAsync(stores[i % 2], new Random(i)), Limit)))).SelectMany(a => a).ToList();

        var all = await FindAsync(stores[0], DcbQuery.All);
        all.Select(e => e.Event.Id).ShouldBe(attempts.Where(a => a.Position is not null).OrderBy(a => a.Position).Select(a => a.Appended.Event.Id));
        attempts.Count(a => a.Position is null).ShouldBeGreaterThan(0);
        attempts.Count(a => a.Position is not null).ShouldBeGreaterThan(0);
        foreach (var attempt in attempts)
        {
            var matching = all.Where(e => e.Position > attempt.After && attempt.Query.Matches(new DcbEvent(e.Event, e.Tags))).Select(e => e.Position).ToList();
            if (attempt.Position is { } position)
            {
                // What matched, if anything, came after the append itself.
                matching.ShouldAllBe(p => p >= position);
            }
            else
            {
                matching.ShouldNotBeEmpty();
            }
        }
    }

    [Theory]
    [InlineData(BTree)]
    [InlineData(Gin)]
    public async Task Nothing_appears_at_or_before_a_head_that_another_store_read(string name)
    {
        var stores = new[] { await OpenDcbAsync(name), await OpenDcbAsync(name), await OpenDcbAsync(name) };
        var writing = Task.WhenAll(Enumerable.Range(0, 6).Select(i => Task.Run(
            async () =>
            {
                for (var n = 0; n < 50; n++)
                {
                    await AppendAsync(stores[i % 2], Tagged($"w:{i}"));
                }
            },
            Limit)));
        var seen = new List<Guid>();
        for (var head = 0L; seen.Count < 300;)
        {
            var read = await stores[2].Dcb!.ReadAsync(DcbQuery.All, head, cancellationToken: Limit);
            seen.AddRange(read.Events.Select(e => e.Event.Id));
            head = read.Head;
        }

        await writing;
        seen.ShouldBe((await FindAsync(stores[0], DcbQuery.All)).Select(e => e.Event.Id));
    }

    [Theory]
    [InlineData(BTree)]
    [InlineData(Gin)]
    public async Task Commits_of_another_store_wake_a_subscription_by_notification(string name)
    {
        var reading = await OpenDcbAsync(name, ("dcb-postgres.pollInterval", "1m"));
        var writing = await OpenDcbAsync(name, ("dcb-postgres.pollInterval", "1m"));
        await AppendAsync(writing, Tagged("x"));
        await using var events = reading.Dcb!.SubscribeAsync(With("x"), cancellationToken: Limit).GetAsyncEnumerator(Limit);
        (await events.MoveNextAsync()).ShouldBeTrue();
        for (var i = 0; i < 5; i++)
        {
            var next = events.MoveNextAsync().AsTask();
            var appended = Tagged("x");
            await AppendAsync(writing, appended);
            (await next.WaitAsync(Limit)).ShouldBeTrue();
            events.Current.Event.Id.ShouldBe(appended.Event.Id);
        }
    }

    [Theory]
    [InlineData(BTree)]
    [InlineData(Gin)]
    public async Task After_broken_connections_a_repeat_appends_once(string name)
    {
        var stores = new[] { await OpenDcbAsync(name), await OpenDcbAsync(name) };
        using var stop = new CancellationTokenSource();
        var load = Task.WhenAll(Enumerable.Range(0, 6).Select(i => Task.Run(() => LoadAsync(stores[i % 2], $"own:{i}", stop.Token), Limit)));
        for (var i = 0; i < 8; i++)
        {
            await Task.Delay(100, Limit);
            await BreakConnectionsAsync();
        }

        await stop.CancelAsync();
        var acknowledged = (await load).SelectMany(ids => ids).ToList();
        acknowledged.Count.ShouldBeGreaterThan(0);
        (await FindAsync(stores[0], DcbQuery.All)).Select(e => e.Event.Id).ShouldBe(acknowledged, ignoreOrder: true);
    }

    // A writer whose boundary is its own: each append expects what the one before left, and is repeated until it is answered.
    private async Task<List<Guid>> LoadAsync(IStore store, string tag, CancellationToken stop)
    {
        var acknowledged = new List<Guid>();
        var after = 0L;
        while (!stop.IsCancellationRequested)
        {
            var next = Tagged(tag);
            while (true)
            {
                try
                {
                    after = (await AppendAsync(store, next, new DcbAppendCondition(With(tag), after))).Position.ShouldNotBeNull();
                    acknowledged.Add(next.Event.Id);
                    break;
                }
                catch (Exception e) when (e is StoreUnavailableException or OutcomeUnknownException)
                {
                    await Task.Delay(5, Limit);
                }
            }
        }

        return acknowledged;
    }

    private async Task<List<Attempt>> AttemptAsync(IStore store, Random random)
    {
        var attempts = new List<Attempt>();
        for (var i = 0; i < 30; i++)
        {
            var tags = Tags.Where(_ => random.Next(3) == 0).ToArray();
            var query = random.Next(8) == 0 ? DcbQuery.All : With([Tags[random.Next(4)], .. tags.Take(1)]);
            var after = (await store.Dcb!.ReadAsync(query, cancellationToken: Limit)).Head;
            var appended = Tagged(tags);
            attempts.Add(new Attempt(appended, query, after, (await AppendAsync(store, appended, new DcbAppendCondition(query, after))).Position));
        }

        return attempts;
    }

    private sealed record Attempt(DcbEvent Appended, DcbQuery Query, long After, long? Position);
}
