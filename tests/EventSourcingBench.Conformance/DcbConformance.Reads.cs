using FsCheck.Fluent;

namespace EventSourcingBench.Conformance;

// Queries: types, tags, items, after, limit, head.
public abstract partial class DcbConformance<TStore>
{
    [Fact]
    public async Task An_empty_store_has_head_0_and_no_event()
    {
        var read = await Dcb.ReadAsync(DcbQuery.All, cancellationToken: Limit);
        read.Head.ShouldBe(0);
        read.Events.ShouldBeEmpty();
    }

    [Fact]
    public async Task The_empty_query_finds_every_event_in_order()
    {
        DcbEvent[] events = [DcbSample.Event("A", "x:1"), DcbSample.Event("B"), DcbSample.Event("A", "y:1", "x:1")];
        var first = await AppendAsync(events[0]);
        var last = await AppendAsync(events[1], events[2]);
        var read = await Dcb.ReadAsync(DcbQuery.All, cancellationToken: Limit);
        read.Events.Select(e => e.Event.Id).ShouldBe(Ids(events));
        read.Events.Select(e => e.Position).ShouldBe(read.Events.Select(e => e.Position).Distinct().Order());
        (read.Events[0].Position, read.Events[2].Position, read.Head).ShouldBe((first, last, last));
        first.ShouldBeGreaterThan(0);
    }

    [Fact]
    public async Task An_event_comes_back_as_it_was_appended()
    {
        var appended = new DcbEvent(
            new EventData(Guid.CreateVersion7(), "Größe", """{"name":"✓ O'Hara", "n":[1,2.5]}"""u8.ToArray())
            {
                Metadata = """{"by":"me"}"""u8.ToArray(),
            },
            ["course:Ünïcode", "student:a b", "quote:'\"&|!()\\"]);
        await AppendAsync(appended);
        var read = (await Dcb.ReadAsync(DcbSample.Tagged(appended.Tags[2]), cancellationToken: Limit)).Events.ShouldHaveSingleItem();
        read.Tags.Order(StringComparer.Ordinal).ShouldBe(appended.Tags.Order(StringComparer.Ordinal));
        read.Event.ShouldBeSame(appended.Event, Store.Capabilities);
    }

    [Fact]
    public async Task Types_tags_and_items_decide()
    {
        var a = DcbSample.Event("A", "x:1", "y:1");
        var b = DcbSample.Event("B", "x:1");
        var c = DcbSample.Event("A", "x:2");
        var d = DcbSample.Event("C");
        await AppendAsync(a, b, c, d);

        (await FindAsync(DcbSample.OfTypes("A"))).ShouldBe(Ids(a, c));
        (await FindAsync(DcbSample.OfTypes("B", "C"))).ShouldBe(Ids(b, d));
        (await FindAsync(DcbSample.Tagged("x:1"))).ShouldBe(Ids(a, b));
        (await FindAsync(DcbSample.Tagged("x:1", "y:1"))).ShouldBe(Ids(a));
        (await FindAsync(DcbSample.Tagged("x:1", "x:2"))).ShouldBeEmpty();
        (await FindAsync(DcbSample.Query(["A", "C"], "x:1"))).ShouldBe(Ids(a));
        (await FindAsync(DcbSample.Query(["C"], "x:1"))).ShouldBeEmpty();
        (await FindAsync(new DcbQuery([new(["B"], ["x:1"]), new(["A"], ["x:2"])]))).ShouldBe(Ids(b, c));
        (await FindAsync(new DcbQuery([new([], ["x:1"]), new(["A"], [])]))).ShouldBe(Ids(a, b, c));
        (await FindAsync(new DcbQuery([new([], ["x:1"]), new([], ["y:1"])]), limit: 5)).ShouldBe(Ids(a, b));
        (await FindAsync(new DcbQuery([new([], []), new(["B"], [])]))).ShouldBe(Ids(a, b, c, d));
    }

    [Fact]
    public async Task Words_are_whole_and_case_matters()
    {
        var exact = DcbSample.Event("CourseCreated", "course:c1");
        await AppendAsync(exact, DcbSample.Event("Course", "course:c10"), DcbSample.Event("coursecreated", "course:C1", "course"));
        (await FindAsync(DcbSample.Tagged("course:c1"))).ShouldBe(Ids(exact));
        (await FindAsync(DcbSample.OfTypes("CourseCreated"))).ShouldBe(Ids(exact));
        (await FindAsync(DcbSample.Tagged("cours"))).ShouldBeEmpty();

        // A type is no tag, and a tag no type.
        (await FindAsync(DcbSample.Tagged("CourseCreated"))).ShouldBeEmpty();
        (await FindAsync(DcbSample.OfTypes("course"))).ShouldBeEmpty();
    }

    [Fact]
    public async Task After_and_limit_cut_what_is_found_but_not_the_head()
    {
        DcbEvent[] events = [.. Enumerable.Range(0, 20).Select(i => DcbSample.Event("T", i % 2 == 0 ? "even:1" : "odd:1"))];
        var head = await AppendAsync(events);
        var all = (await Dcb.ReadAsync(DcbQuery.All, cancellationToken: Limit)).Events;

        (await FindAsync(DcbSample.Tagged("even:1"), all[9].Position))
            .ShouldBe(Ids(events[10], events[12], events[14], events[16], events[18]));
        (await FindAsync(DcbSample.Tagged("even:1"), all[9].Position, limit: 2)).ShouldBe(Ids(events[10], events[12]));
        (await FindAsync(DcbQuery.All, head)).ShouldBeEmpty();
        (await FindAsync(DcbQuery.All, head + 1000)).ShouldBeEmpty();
        (await FindAsync(DcbSample.Tagged("even:1"), long.MaxValue)).ShouldBeEmpty();
        (await Dcb.ReadAsync(DcbSample.Tagged("even:1"), limit: 1, cancellationToken: Limit)).Head.ShouldBe(head);
        (await Dcb.ReadAsync(DcbSample.Tagged("none"), cancellationToken: Limit)).Head.ShouldBe(head);
    }

    // More than any store gives in a page or an answer.
    [Fact]
    public async Task A_long_read_is_whole_and_any_order_of_tags_finds_the_same()
    {
        DcbEvent[] events = [.. Enumerable.Range(0, 6000).Select(
            i => DcbSample.Event("A", [$"n:{i % 10}", "all:1", .. i % 1000 == 0 ? ["rare:1"] : Array.Empty<string>()]))];
        var ends = new List<long>();
        foreach (var some in events.Chunk(1000))
            ends.Add(await AppendAsync(some));

        foreach (var limit in new[] { 0, 1, 1000, 1500, 4095, 4096, 6000, int.MaxValue })
        {
            var read = await Dcb.ReadAsync(DcbSample.Tagged("all:1"), limit: limit, cancellationToken: Limit);
            read.Events.Select(e => e.Event.Id).ShouldBe(Ids([.. events.Take(limit)]), $"{limit}");
            read.Head.ShouldBe(ends[^1]);
        }

        (await FindAsync(DcbSample.Tagged("all:1"), ends[0], limit: 1500)).ShouldBe(Ids(events[1000..2500]));
        (await FindAsync(DcbSample.Tagged("all:1", "n:7"), limit: 500)).ShouldBe(Ids([.. events.Where((_, i) => i % 10 == 7).Take(500)]));

        // However often each tag is there, their order makes no difference.
        foreach (var tags in new string[][] { ["all:1", "n:0", "rare:1"], ["rare:1", "all:1", "n:0"], ["n:0", "rare:1", "all:1"] })
            (await FindAsync(DcbSample.Tagged(tags))).ShouldBe(Ids([.. events.Where((_, i) => i % 1000 == 0)]));
    }

    [Fact]
    public async Task Any_query_finds_what_the_specification_says()
    {
        string[] types = ["A", "B", "C"];
        string[] tags = ["t:1", "t:2", "u:1", "v:1"];
        var tagSets = Gen.SubListOf(tags).Select(t => t.ToArray());
        var events = Gen.Elements(types).SelectMany(type => tagSets.Select(t => DcbSample.Event(type, t)))
            .ArrayOf(60).Sample(1, 1).Single();
        for (var i = 0; i < events.Length; i += 6)
            await AppendAsync(events[i..(i + 6)]);

        var items = Gen.SubListOf(types).SelectMany(ty => tagSets.Select(ta => new DcbQueryItem([.. ty], ta)));
        foreach (var query in Gen.Choose(0, 4).SelectMany(n => items.ArrayOf(n)).Select(q => new DcbQuery(q)).Sample(10, 40))
            (await FindAsync(query)).ShouldBe(Ids([.. events.Where(query.Matches)]), query.ToString());
    }
}
