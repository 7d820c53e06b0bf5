using FsCheck.Fluent;

namespace EventSourcingBench.Stores.PostgreSql.Tests;

public sealed class DcbStoreTests : DcbTest
{
    [Theory]
    [InlineData(BTree)]
    [InlineData(Gin)]
    public async Task Any_text_is_one_tag_and_one_type(string name)
    {
        var store = await OpenDcbAsync(name);

        // What PostgreSQL cannot keep in a text is left out: the character 0 and half of a surrogate pair.
        string[] given = ["'", "\\", "''", "a b", "a&b", "a|!(b)", ":*", "a:1A", "<->", "%", "\"", "{x,y}", "NULL", "", "ß",
            "\t\n", "\u2028"];
        var random = ArbMap.Default.ArbFor<string>().Generator.Sample(30, 80)
            .Where(t => t is not null && !t.Any(c => c == '\0' || char.IsSurrogate(c)));
        var texts = given.Concat(random).Distinct(StringComparer.Ordinal).ToList();
        var events = texts.ConvertAll(t => Of("t" + t, "{}", t));
        await store.Dcb!.AppendAsync(events, condition: null, Limit);
        for (var i = 0; i < texts.Count; i++)
        {
            (await FindAsync(store, With(texts[i]))).ShouldHaveSingleItem().Event.Id.ShouldBe(events[i].Event.Id);
            (await FindAsync(store, new DcbQuery([new(["t" + texts[i]], [])])))
                .ShouldHaveSingleItem().Event.Id.ShouldBe(events[i].Event.Id);
            (await AppendAsync(store, Tagged("new"), new DcbAppendCondition(With(texts[i]), 0))).IsAppended.ShouldBeFalse();
        }
    }

    [Theory]
    [InlineData(BTree)]
    [InlineData(Gin)]
    public async Task What_spoils_one_append_does_not_spoil_those_that_share_its_commit(string name)
    {
        var store = await OpenDcbAsync(name);
        var known = Tagged("x");
        await AppendAsync(store, known);
        var good = Enumerable.Range(0, 20).Select(i => AppendAsync(store, Tagged($"n:{i}"))).ToList();
        var bad = AppendAsync(store, Of("T", "not json", "y"));
        var again = AppendAsync(store, known);
        var lost = AppendAsync(store, Tagged("x"), new DcbAppendCondition(With("x"), 0));
        good.AddRange(Enumerable.Range(20, 20).Select(i => AppendAsync(store, Tagged($"n:{i}"))));
        var read = FindAsync(store, With("x"));

        (await Task.WhenAll(good)).ShouldAllBe(r => r.IsAppended);
        await Should.ThrowAsync<StoreUnavailableException>(() => bad);
        (await again).Position.ShouldBe(1);
        (await lost).IsAppended.ShouldBeFalse();
        (await read).ShouldHaveSingleItem();
        (await FindAsync(store, DcbQuery.All)).Count.ShouldBe(41);
    }

    [Theory]
    [InlineData(BTree)]
    [InlineData(Gin)]
    public async Task A_caller_that_blocks_after_a_read_does_not_keep_those_waiting_who_share_its_round_trip(string name)
    {
        var store = await OpenDcbAsync(name);
        var tags = Enumerable.Range(0, 4).Select(i => $"n:{i}").ToList();
        await store.Dcb!.AppendAsync([.. tags.Select(t => Tagged(t))], condition: null, Limit);
        using var answered = new CountdownEvent(tags.Count);

        var found = await Task.WhenAll(tags.Select(async tag =>
        {
            var events = await FindAsync(store, With(tag));
            answered.Signal();
            answered.Wait(Limit);
            return events;
        }));

        found.Select(events => events.ShouldHaveSingleItem().Tags.ShouldHaveSingleItem()).ShouldBe(tags);
    }

    [Theory]
    [InlineData(BTree)]
    [InlineData(Gin)]
    public async Task An_append_of_which_a_part_is_known_is_an_error_and_no_repeat(string name)
    {
        var store = await OpenDcbAsync(name);
        var (one, two, fresh) = (Tagged("x"), Tagged("x"), Tagged("y"));
        await AppendAsync(store, one);
        await AppendAsync(store, Tagged("z"));
        await AppendAsync(store, two);

        await Should.ThrowAsync<ArgumentException>(async () => await store.Dcb!.AppendAsync([one, fresh], condition: null, Limit));
        await Should.ThrowAsync<ArgumentException>(async () => await store.Dcb!.AppendAsync([fresh, two], condition: null, Limit));
        await Should.ThrowAsync<ArgumentException>(async () => await store.Dcb!.AppendAsync([one, two], condition: null, Limit));
        var onCondition = await store.Dcb!.AppendAsync([one, fresh], new DcbAppendCondition(With("x"), 0), Limit);

        onCondition.IsAppended.ShouldBeFalse("its condition fails, and it is no repeat");
        (await FindAsync(store, DcbQuery.All)).Count.ShouldBe(3);
    }

    [Fact]
    public async Task Callers_whose_code_blocks_after_they_were_answered_stop_no_other()
    {
        var store = await OpenDcbAsync(BTree);
        await Task.WhenAll(Enumerable.Range(0, 6).Select(i => Task.Run(
            async () =>
            {
                for (var n = 0; n < 4; n++)
                {
                    await AppendAsync(store, Tagged($"w:{i}"));

                    // Here the code is on the lane's own thread, in front of others: what all wait for has to get done by another.
                    AppendAsync(store, Tagged($"w:{i}")).Wait(Limit);
                }
            },
            Limit)));
        (await FindAsync(store, DcbQuery.All)).Count.ShouldBe(48);
    }

    [Fact]
    public async Task Closing_while_a_callers_code_blocks_the_lane_ends()
    {
        var definition = Named(BTree);
        var store = await definition.OpenAsync(ContextOf(definition), Limit);
        await Task.Run(
            async () =>
            {
                await AppendAsync(store, Tagged("x"));
                store.DisposeAsync().AsTask().Wait(Limit);
            },
            Limit);
        await Should.ThrowAsync<StoreUnavailableException>(() => AppendAsync(store, Tagged("x")));
    }

    [Theory]
    [InlineData(BTree)]
    [InlineData(Gin)]
    public async Task A_long_reading_is_whole(string name)
    {
        var store = await OpenDcbAsync(name);
        var events = Enumerable.Range(0, 2_500).Select(i => Tagged("all", i % 2 == 0 ? "even" : "odd")).ToList();
        await store.Dcb!.AppendAsync(events, condition: null, Limit);
        (await FindAsync(store, With("all"))).Select(e => e.Event.Id).ShouldBe(events.Select(e => e.Event.Id));
        (await FindAsync(store, With("all"), after: 100, limit: 1_500)).Select(e => e.Position)
            .ShouldBe(Enumerable.Range(101, 1_500).Select(i => (long)i));
        (await FindAsync(store, With("all", "even"), limit: 1_000)).Count.ShouldBe(1_000);
        (await FindAsync(store, With("all"), limit: 0)).ShouldBeEmpty();
    }

    [Theory]
    [InlineData(BTree)]
    [InlineData(Gin)]
    public async Task Events_that_are_not_whole_are_argument_errors(string name)
    {
        var store = await OpenDcbAsync(name);
        var twice = Tagged("x");
        await Should.ThrowAsync<ArgumentException>(async () => await store.Dcb!.AppendAsync([twice, twice], condition: null, Limit));
        await Should.ThrowAsync<ArgumentException>(() => AppendAsync(store, Tagged("x", "y", "x")));
        (await FindAsync(store, DcbQuery.All)).ShouldBeEmpty();
    }

    [Fact]
    public async Task A_query_for_several_tags_goes_through_the_rarest()
    {
        var store = await OpenDcbAsync(BTree);
        var events = Enumerable.Range(0, 3_000)
            .Select(i => Tagged(i % 300 == 0 ? ["every", "most", "rare"] : i % 2 == 0 ? ["every", "most"] : ["every"])).ToList();
        await store.Dcb!.AppendAsync(events, condition: null, Limit);
        (await ScalarAsync($"SELECT \"{Namespace}\".dcb_rarest(ARRAY['every', 'most', 'rare'], 0)")).ShouldBe("rare");
        (await ScalarAsync($"SELECT \"{Namespace}\".dcb_rarest(ARRAY['every', 'most'], 0)")).ShouldBe("most");
        (await ScalarAsync($"SELECT \"{Namespace}\".dcb_rarest(ARRAY['every', 'none'], 0)")).ShouldBe("none");
        (await FindAsync(store, With("every", "most", "rare"))).Select(e => e.Event.Id)
            .ShouldBe(events.Where(e => e.Tags.Count == 3).Select(e => e.Event.Id));
    }
}
