namespace EventSourcingBench.Stores.PostgreSql.Tests;

/// <summary>What both dialects of the DCB store promise.</summary>
public abstract class DcbStoreTests(string name) : PostgresTest(name)
{
    protected const string BTree = "dcb-postgres-btree";
    protected const string Gin = "dcb-postgres-gin";

    protected static DcbEvent Tagged(params string[] tags) => new(Event(), tags);

    protected async Task<DcbAppendResult> AppendAsync(IStore store, DcbEvent appended, DcbAppendCondition? condition = null) =>
        await store.Dcb!.AppendAsync([appended], condition, Limit);

    protected async Task<IReadOnlyList<DcbRecordedEvent>> FindAsync(
        IStore store, DcbQuery query, long after = 0, int limit = int.MaxValue) =>
        (await store.Dcb!.ReadAsync(query, after, limit, Limit)).Events;

    [Fact]
    public async Task Any_text_is_one_tag_and_one_type()
    {
        var store = await OpenAsync();

        // What PostgreSQL cannot keep in a text is left out: the character 0 and half of a surrogate pair.
        string[] given = ["'", "\\", "''", "a b", "a&b", "a|!(b)", ":*", "a:1A", "<->", "%", "\"", "{x,y}", "NULL", "", "ß",
            "\t\n", "\u2028"];
        var random = ArbMap.Default.ArbFor<string>().Generator.Sample(30, 80)
            .Where(t => t is not null && !t.Any(c => c == '\0' || char.IsSurrogate(c)));
        var texts = given.Concat(random).Distinct(StringComparer.Ordinal).ToList();
        var events = texts.ConvertAll(t => DcbSample.Event("t" + t, t));
        await store.Dcb!.AppendAsync(events, condition: null, Limit);
        for (var i = 0; i < texts.Count; i++)
        {
            (await FindAsync(store, DcbSample.Tagged(texts[i]))).ShouldHaveSingleItem().Event.Id.ShouldBe(events[i].Event.Id);
            (await FindAsync(store, DcbSample.OfTypes("t" + texts[i]))).ShouldHaveSingleItem().Event.Id.ShouldBe(events[i].Event.Id);
            (await AppendAsync(store, Tagged("new"), new DcbAppendCondition(DcbSample.Tagged(texts[i]), 0))).IsAppended.ShouldBeFalse();
        }
    }

    [Fact]
    public async Task What_spoils_one_append_does_not_spoil_those_that_share_its_commit()
    {
        var store = await OpenAsync();
        var known = Tagged("x");
        await AppendAsync(store, known);
        var good = Enumerable.Range(0, 20).Select(i => AppendAsync(store, Tagged($"n:{i}"))).ToList();
        var bad = AppendAsync(store, new DcbEvent(Event("not json"), ["y"]));
        var again = AppendAsync(store, known);
        var lost = AppendAsync(store, Tagged("x"), new DcbAppendCondition(DcbSample.Tagged("x"), 0));
        good.AddRange(Enumerable.Range(20, 20).Select(i => AppendAsync(store, Tagged($"n:{i}"))));
        var read = FindAsync(store, DcbSample.Tagged("x"));

        (await Task.WhenAll(good)).ShouldAllBe(r => r.IsAppended);
        await Should.ThrowAsync<StoreUnavailableException>(() => bad);
        (await again).Position.ShouldBe(1);
        (await lost).IsAppended.ShouldBeFalse();
        (await read).ShouldHaveSingleItem();
        (await FindAsync(store, DcbQuery.All)).Count.ShouldBe(41);
    }

    [Fact]
    public async Task A_caller_that_blocks_after_a_read_does_not_keep_those_waiting_who_share_its_round_trip()
    {
        var store = await OpenAsync();
        var tags = Enumerable.Range(0, 4).Select(i => $"n:{i}").ToList();
        await store.Dcb!.AppendAsync([.. tags.Select(t => Tagged(t))], condition: null, Limit);
        using var answered = new CountdownEvent(tags.Count);

        var found = await Task.WhenAll(tags.Select(async tag =>
        {
            var events = await FindAsync(store, DcbSample.Tagged(tag));
            answered.Signal();
            answered.Wait(Limit);
            return events;
        }));

        found.Select(events => events.ShouldHaveSingleItem().Tags.ShouldHaveSingleItem()).ShouldBe(tags);
    }

    [Fact]
    public async Task An_append_of_which_a_part_is_known_is_an_error_and_no_repeat()
    {
        var store = await OpenAsync();
        var (one, two, fresh) = (Tagged("x"), Tagged("x"), Tagged("y"));
        await AppendAsync(store, one);
        await AppendAsync(store, Tagged("z"));
        await AppendAsync(store, two);

        DcbEvent[][] wrong = [[one, fresh], [fresh, two], [one, two], [Tagged("x", "y", "x")]];
        foreach (var each in wrong)
            await Should.ThrowAsync<ArgumentException>(async () => await store.Dcb!.AppendAsync(each, condition: null, Limit));

        var onCondition = await store.Dcb!.AppendAsync([one, fresh], new DcbAppendCondition(DcbSample.Tagged("x"), 0), Limit);

        onCondition.IsAppended.ShouldBeFalse("its condition fails, and it is no repeat");
        (await FindAsync(store, DcbQuery.All)).Count.ShouldBe(3);
    }

    [Fact]
    public async Task Nothing_appears_at_or_before_a_head_that_another_store_read()
    {
        var stores = new[] { await OpenAsync(), await OpenAsync(), await OpenAsync() };
        var writing = AtOnceAsync(6, async i =>
        {
            for (var n = 0; n < 50; n++)
                await AppendAsync(stores[i % 2], Tagged($"w:{i}"));
        });
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

    [Fact]
    public async Task After_broken_connections_a_repeat_appends_once()
    {
        var stores = new[] { await OpenAsync(), await OpenAsync() };
        using var stop = new CancellationTokenSource();
        var load = AtOnceAsync(6, i => LoadAsync(stores[i % 2], $"own:{i}", stop.Token));
        for (var i = 0; i < 8; i++)
        {
            await Task.Delay(100, Limit);
            await BreakConnectionsAsync();
        }

        await stop.CancelAsync();
        var acknowledged = (await load).SelectMany(ids => ids).ToList();
        acknowledged.Count.ShouldBeGreaterThan(0);
        // A store that is opened now has no broken connections in its pool.
        (await FindAsync(await OpenAsync(), DcbQuery.All)).Select(e => e.Event.Id).ShouldBe(acknowledged, ignoreOrder: true);
    }

    // A writer whose boundary is its own: each append expects what the one before left, and is repeated until it is answered.
    private async Task<List<Guid>> LoadAsync(IStore store, string tag, CancellationToken stop)
    {
        var acknowledged = new List<Guid>();
        var after = 0L;
        var next = Tagged(tag);
        for (var isPending = false; isPending || !stop.IsCancellationRequested;)
        {
            try
            {
                isPending = true;
                after = (await AppendAsync(store, next, new DcbAppendCondition(DcbSample.Tagged(tag), after))).Position.ShouldNotBeNull();
                acknowledged.Add(next.Event.Id);
                (next, isPending) = (Tagged(tag), false);
            }
            catch (Exception e) when (e is StoreUnavailableException or OutcomeUnknownException)
            {
                await Task.Delay(5, Limit);
            }
        }

        return acknowledged;
    }
}

public sealed class DcbGinTests() : DcbStoreTests(Gin);

public sealed class DcbBTreeTests() : DcbStoreTests(BTree)
{
    private static readonly string[] Tags = ["a", "b", "c", "d"];

    [Theory]
    [InlineData(BTree, "64", "1")]
    [InlineData(BTree, "1", "16")]
    [InlineData(BTree, "8", "3")]
    [InlineData(Gin, "64", "1")]
    public async Task Whatever_several_stores_append_at_once_each_was_decided_on_what_was_there(string name, string maxBatch, string lanes)
    {
        (string, string)[] options = [("dcb-postgres.maxBatch", maxBatch), ("dcb-postgres.lanes", lanes)];
        var stores = new[] { await OpenOneOfAsync(Named(name), options), await OpenOneOfAsync(Named(name), options) };
        var tries = await AtOnceAsync(12, i => AttemptAsync(stores[i % 2], new Random(i)));
        var attempts = tries.SelectMany(a => a).ToList();

        var all = await FindAsync(stores[0], DcbQuery.All);
        all.Select(e => e.Event.Id).ShouldBe(
            attempts.Where(a => a.Position is not null).OrderBy(a => a.Position).Select(a => a.Appended.Event.Id));
        attempts.Select(a => a.Position is null).Distinct().Count().ShouldBe(2, "some were refused, and some were not");
        foreach (var attempt in attempts)
        {
            // The first that matched, if anything did, came after the append itself.
            var first = all.Where(e => e.Position > attempt.After && attempt.Query.Matches(new DcbEvent(e.Event, e.Tags)))
                .Min(e => (long?)e.Position);
            (attempt.Position is null ? first is not null : first is null || first >= attempt.Position).ShouldBeTrue();
        }
    }

    [Fact]
    public async Task A_query_for_several_tags_goes_through_the_rarest()
    {
        var store = await OpenAsync();
        var events = Enumerable.Range(0, 3_000)
            .Select(i => Tagged(i % 300 == 0 ? ["every", "most", "rare"] : i % 2 == 0 ? ["every", "most"] : ["every"])).ToList();
        await store.Dcb!.AppendAsync(events, condition: null, Limit);
        (await ScalarAsync($"SELECT \"{Namespace}\".dcb_rarest(ARRAY['every', 'most', 'rare'], 0)")).ShouldBe("rare");
        (await ScalarAsync($"SELECT \"{Namespace}\".dcb_rarest(ARRAY['every', 'most'], 0)")).ShouldBe("most");
        (await ScalarAsync($"SELECT \"{Namespace}\".dcb_rarest(ARRAY['every', 'none'], 0)")).ShouldBe("none");
        (await FindAsync(store, DcbSample.Tagged("every", "most", "rare"))).Select(e => e.Event.Id)
            .ShouldBe(events.Where(e => e.Tags.Count == 3).Select(e => e.Event.Id));
    }

    private async Task<List<(DcbEvent Appended, DcbQuery Query, long After, long? Position)>> AttemptAsync(IStore store, Random random)
    {
        var attempts = new List<(DcbEvent, DcbQuery, long, long?)>();
        for (var i = 0; i < 30; i++)
        {
            var tags = Tags.Where(_ => random.Next(3) == 0).ToArray();
            var query = random.Next(8) == 0 ? DcbQuery.All : DcbSample.Tagged([Tags[random.Next(4)], .. tags.Take(1)]);
            var after = (await store.Dcb!.ReadAsync(query, cancellationToken: Limit)).Head;
            var appended = Tagged(tags);
            var result = await AppendAsync(store, appended, new DcbAppendCondition(query, after));
            attempts.Add((appended, query, after, result.Position));
        }

        return attempts;
    }
}
