namespace EventSourcingBench.Conformance;

// Appends on a condition: what fails it, atomic batches, races, retries.
public abstract partial class DcbConformance<TStore>
{
    private const int Racers = 16;
    private const int Rounds = 10;

    [Fact]
    public Task It_describes_itself() => DescriptionShouldBeCompleteAsync();

    [Theory]
    [InlineData("x:1")]
    [InlineData(null)]
    public async Task The_condition_looks_only_behind_the_head_that_was_seen(string? tag)
    {
        var query = tag is null ? DcbQuery.All : DcbSample.Tagged(tag);
        (await AppendIfNothingAsync(query, 0, DcbSample.Event("A", "x:1"))).ShouldNotBeNull();
        (await AppendIfNothingAsync(query, 0, DcbSample.Event("A", "x:1"))).ShouldBeNull();
        var head = (await Dcb.ReadAsync(query, cancellationToken: Limit)).Head;
        (await AppendIfNothingAsync(query, head, DcbSample.Event("A", "x:1"))).ShouldNotBeNull().ShouldBeGreaterThan(head);
        (await AppendIfNothingAsync(query, head, DcbSample.Event("A", "x:1"))).ShouldBeNull();
        (await FindAsync(DcbQuery.All)).Count.ShouldBe(2);
    }

    [Fact]
    public async Task What_does_not_match_does_not_fail_the_condition()
    {
        await AppendAsync(DcbSample.Event("A", "x:1"), DcbSample.Event("B", "x:2"));
        (await AppendIfNothingAsync(DcbSample.Query(["A"], "x:2"), 0, DcbSample.Event("A", "x:2"))).ShouldNotBeNull();
        (await AppendIfNothingAsync(DcbSample.Query(["A"], "x:2"), 0, DcbSample.Event("A", "x:2"))).ShouldBeNull();
        (await AppendIfNothingAsync(new DcbQuery([new(["C"], []), new([], ["x:3"])]), 0, DcbSample.Event("C"))).ShouldNotBeNull();
        (await AppendIfNothingAsync(new DcbQuery([new(["C"], []), new([], ["x:3"])]), 0, DcbSample.Event("D"))).ShouldBeNull();
    }

    [Fact]
    public async Task A_batch_is_appended_whole_or_not_at_all()
    {
        DcbEvent[] batch = [.. Enumerable.Range(0, 50).Select(i => DcbSample.Event("A", $"n:{i}", "all:1"))];
        (await AppendIfNothingAsync(DcbSample.Tagged("all:1"), 0, batch)).ShouldNotBeNull();
        DcbEvent[] refused = [.. Enumerable.Range(0, 50).Select(i => DcbSample.Event("B", $"m:{i}"))];
        (await AppendIfNothingAsync(DcbSample.Tagged("n:7"), 0, refused)).ShouldBeNull();
        (await FindAsync(DcbQuery.All)).ShouldBe(Ids(batch));
    }

    [Fact]
    public async Task No_event_and_an_event_twice_are_argument_errors_that_append_nothing()
    {
        var twice = DcbSample.Event("A", "x:1");
        await ShouldRefuseAsync();
        await ShouldRefuseAsync(twice, DcbSample.Event("A"), twice);
        (await FindAsync(DcbQuery.All)).ShouldBeEmpty();
    }

    [Fact]
    public async Task One_of_the_racers_on_a_condition_wins()
    {
        for (var round = 0; round < Rounds; round++)
        {
            var query = DcbSample.Tagged($"round:{round}");
            var after = (await Dcb.ReadAsync(query, cancellationToken: Limit)).Head;
            var racers = Enumerable.Range(0, Racers).Select(_ => DcbSample.Event("A", $"round:{round}")).ToArray();
            var results = await AtOnceAsync(Racers, i => AppendIfNothingAsync(query, after, racers[i]));
            results.Count(r => r is not null).ShouldBe(1);
            (await FindAsync(query)).ShouldBe(Ids(racers[Array.FindIndex(results, r => r is not null)]));
        }
    }

    [Fact]
    public async Task Racers_whose_boundaries_overlap_leave_one_event_in_each()
    {
        for (var round = 0; round < Rounds; round++)
        {
            // Each takes two of four seats: no seat may be taken twice, whatever the order.
            var results = await AtOnceAsync(Racers, async i =>
            {
                string[] seats = [$"seat:{round}-{i % 4}", $"seat:{round}-{(i + 1) % 4}"];
                var condition = new DcbQuery([.. seats.Select(s => new DcbQueryItem([], [s]))]);
                return await AppendIfNothingAsync(condition, 0, DcbSample.Event("Taken", seats)) is not null;
            });
            results.Count(r => r).ShouldBeInRange(1, 2);
            for (var seat = 0; seat < 4; seat++)
                (await FindAsync(DcbSample.Tagged($"seat:{round}-{seat}"))).Count.ShouldBeLessThanOrEqualTo(1);
        }
    }

    [Fact]
    public async Task Writers_of_different_boundaries_all_succeed_and_positions_are_unique()
    {
        var positions = await AtOnceAsync(Racers, async i =>
        {
            var own = new List<long>();
            for (var n = 0; n < 20; n++)
            {
                var query = DcbSample.Tagged($"own:{i}");
                var read = await Dcb.ReadAsync(query, cancellationToken: Limit);
                read.Events.Count.ShouldBe(n);
                own.Add((await AppendIfNothingAsync(query, read.Head, DcbSample.Event("A", $"own:{i}"))).ShouldNotBeNull());
            }

            return own;
        });
        positions.SelectMany(p => p).Distinct().Count().ShouldBe(Racers * 20);
        (await FindAsync(DcbQuery.All)).Count.ShouldBe(Racers * 20);
    }

    [Fact]
    public async Task No_event_appears_at_or_before_a_head_that_was_read()
    {
        using var done = CancellationTokenSource.CreateLinkedTokenSource(Limit);
        var reader = Task.Run(async () =>
        {
            var seen = new HashSet<Guid>();
            var head = 0L;
            while (!done.IsCancellationRequested)
            {
                var read = await Dcb.ReadAsync(DcbQuery.All, head, cancellationToken: Limit);
                seen.UnionWith(read.Events.Select(e => e.Event.Id));
                head = read.Head;
            }

            seen.UnionWith((await Dcb.ReadAsync(DcbQuery.All, head, cancellationToken: Limit)).Events.Select(e => e.Event.Id));
            return seen;
        });
        await AtOnceAsync(8, async i =>
        {
            for (var n = 0; n < 40; n++)
                await AppendAsync(DcbSample.Event("A", $"w:{i}"));
        });
        await done.CancelAsync();
        (await reader).Count.ShouldBe(320);
    }

    [Fact]
    public async Task A_retry_gets_the_answer_of_the_first_time()
    {
        SkipUnless(StoreCapabilities.IdempotentAppend | StoreCapabilities.IdempotentConditionalAppend);
        DcbEvent[] events = [DcbSample.Event("A", "x:1"), DcbSample.Event("A", "x:1")];
        var first = await AppendIfNothingAsync(DcbSample.Tagged("x:1"), 0, events);
        await AppendAsync(DcbSample.Event("B", "x:1"));
        (await AppendIfNothingAsync(DcbSample.Tagged("x:1"), 0, events)).ShouldBe(first);
        (await FindAsync(DcbQuery.All)).Count.ShouldBe(3);
    }

    [Fact]
    public async Task An_event_id_of_another_append_is_an_argument_error_that_appends_nothing()
    {
        SkipUnless(StoreCapabilities.IdempotentAppend);
        DcbEvent[] known = [DcbSample.Event("A", "x:1"), DcbSample.Event("A", "x:1"), DcbSample.Event("A", "x:1")];
        var other = DcbSample.Event("A", "x:2");
        await AppendAsync(known);
        await ShouldRefuseAsync([.. known, other]);
        await ShouldRefuseAsync(known[0], other);
        await ShouldRefuseAsync(other, known[0]);
        await ShouldRefuseAsync(known[0], other, known[2]);
        (await FindAsync(DcbQuery.All)).ShouldBe(Ids(known));
    }

    [Fact]
    public async Task Retries_at_the_same_time_append_once()
    {
        SkipUnless(StoreCapabilities.IdempotentAppend | StoreCapabilities.IdempotentConditionalAppend);
        var appended = DcbSample.Event("A", "x:1");
        var results = await AtOnceAsync(Racers, _ => AppendIfNothingAsync(DcbSample.Tagged("x:1"), 0, appended));
        results.Distinct().ShouldHaveSingleItem().ShouldNotBeNull();
        (await FindAsync(DcbQuery.All)).ShouldHaveSingleItem();
    }

    [Fact]
    public async Task What_is_kept_is_there_when_it_is_opened_again()
    {
        SkipUnless(StoreCapabilities.Persistent);
        await ReopenAsync(Context with { KeepData = true });
        var kept = DcbSample.Event("A", "x:1");
        var position = await AppendAsync(kept);
        await ReopenAsync(Context with { KeepData = false });
        var read = await Dcb.ReadAsync(DcbSample.Tagged("x:1"), cancellationToken: Limit);
        read.Events.ShouldHaveSingleItem().Event.Id.ShouldBe(kept.Event.Id);
        read.Head.ShouldBe(position);
        (await AppendAsync(DcbSample.Event("A"))).ShouldBeGreaterThan(position);
    }

    [Fact]
    public async Task A_store_of_another_namespace_is_empty()
    {
        await AppendAsync(DcbSample.Event("A", "x:1"));
        await using var other = await OpenOtherAsync();
        (await other.Dcb!.ReadAsync(DcbQuery.All, cancellationToken: Limit)).Events.ShouldBeEmpty();
    }

    private Task ShouldRefuseAsync(params DcbEvent[] events) =>
        ShouldBeArgumentErrorAsync(Dcb, async d => await d.AppendAsync(events, condition: null, Limit));
}
