namespace EventSourcingBench.Checking.Tests;

/// <summary>Each lie is found in every world, and an honest world never has a finding.</summary>
public sealed class LieTests
{
    private const int Worlds = 20;

    private static readonly (string Name, FindingKind Kind, bool NeedsStreams, Action<World> Lie)[] Lies =
    [
        ("lost", FindingKind.Lost, false, w => w.ChangeEvent(IdOf(w, w.AnyAcknowledged()), _ => null)),
        ("read back and gone when opened again", FindingKind.Lost, false, w => w.Forgotten = w.Order.First(
            e => w.Operations[(int)w.Ids.NumberOf(e.Id)].Operation.Outcome == Outcome.Timeout).Id),
        ("duplicated", FindingKind.Duplicated, false, w => Append(w, e => e)),
        ("never sent", FindingKind.Foreign, false, w => Append(w, e => e with { Id = Guid.CreateVersion7() })),
        ("never sent, at the end of a stream in the order only", FindingKind.Foreign, false, w => w.Order.Add(new FoundEvent(
            Guid.CreateVersion7(), World.NameOf(0), w.Streams[World.NameOf(0)].Count + 1, w.Order.Count + 1, 1))),
        ("never sent, in an unknown stream", FindingKind.Foreign, true, w => w.Order.Add(
            new FoundEvent(Guid.CreateVersion7(), "elsewhere", 1, w.Order.Count + 1, 1))),
        ("error, and stored", FindingKind.RefusedApplied, false, w => ChangeAny(w, o => o with { Outcome = Outcome.Error })),
        ("conflict, and stored", FindingKind.RefusedApplied, false, w => ChangeAny(w, o => o with { Outcome = Outcome.Conflict })),
        ("refused, and stored", FindingKind.RefusedApplied, false, w => ChangeAny(w, o => o with { Outcome = Outcome.Refused })),
        ("another content", FindingKind.ContentChanged, false, w => w.ChangeEvent(
            IdOf(w, w.AnyAcknowledged()), e => e with { Hash = ~e.Hash })),
        ("another content in the order only", FindingKind.ContentChanged, true, w =>
            w.Order[5] = w.Order[5] with { Hash = ~w.Order[5].Hash }),
        ("another content in a read only", FindingKind.ContentChanged, false, w => ChangeSeen(w, s => s with { Fold = ~s.Fold })),
        ("another stream in a read only", FindingKind.Misplaced, true, w => ChangeSeen(w, s => w.Seen(w.Streams.Values
            .SelectMany(e => e).First(e => e.Version == s.Version && w.Ids.NumberOf(e.Id) != s.Number)))),
        ("an event of another key in a read only", FindingKind.Misplaced, false, w => ChangeSeen(w, s => w.Seen(
            w.Order.First(e => w.KeyOf(w.Ids.NumberOf(e.Id)) != w.KeyOf(s.Number))))),
        ("the name of another stream", FindingKind.Misplaced, true, w =>
            w.Streams[World.NameOf(0)][5] = w.Streams[World.NameOf(0)][5] with { Stream = World.NameOf(1) }),
        ("the name of another stream beside the load", FindingKind.ContentChanged, true, w =>
            w.Live[5] = w.Seen(w.Order[5] with { Stream = "elsewhere" })),
        ("another position beside the load", FindingKind.ContentChanged, true, w =>
            w.Live[5] = w.Seen(w.Order[5] with { Position = w.Order[5].Position + 1 })),
        ("another stream", FindingKind.Misplaced, true, w => ChangeAny(
            w, o => o with { Key = (o.Key + 1) % 3, Version = 0, Position = 0 })),
        ("another version acknowledged", FindingKind.Misplaced, true, w => ChangeAny(w, o => o with { Version = o.Version + 1 })),
        ("another position acknowledged", FindingKind.Misplaced, false, w => ChangeAny(w, o => o with { Position = o.Position + 1 })),
        ("a version twice", FindingKind.Misplaced, true, w => ChangeLast(w, e => e with { Version = e.Version - 1 })),
        ("other positions in the order only", FindingKind.Misplaced, true, w =>
            w.Order = [.. w.Order.Select(e => e with { Position = e.Position + 1_000 })]),
        ("a position that repeats", FindingKind.Misplaced, false, RepeatPosition),
        ("a gap", FindingKind.Gap, true, w => ChangeLast(w, e => e with { Version = e.Version + 1 })),
        ("real time of a stream", FindingKind.OrderViolated, false, Swap),
        ("real time of positions", FindingKind.OrderViolated, false, w => ExchangePositions(w, ofOneWorker: false)),
        ("real time of a worker's positions", FindingKind.OrderViolated, false, w => ExchangePositions(w, ofOneWorker: true)),
        ("a conflict of an append that expects none", FindingKind.FalseConflict, false, w => ChangeAny(w, o => o with { Conflicts = 1 })),
        ("stale read", FindingKind.StaleRead, false, w => w.Operations[AnyRead(w)].Seen.Clear()),
        ("dirty read", FindingKind.DirtyRead, false, w => ChangeSeen(w, s => s with { Number = -1 })),
        ("delivered and gone", FindingKind.DirtyRead, false, w => w.Live.Add(new Observation(-1, 1, 1))),
        ("missed by the subscription", FindingKind.SubscriptionMissed, true, w => w.Order.RemoveAt(w.Below(w.Order.Count))),
        ("missed after a checkpoint", FindingKind.SubscriptionMissed, false, w => w.SkipsAfterCheckpoint = true),
        ("missed beside the load", FindingKind.SubscriptionMissed, false, w => w.Live.RemoveAt(w.Below(w.Live.Count))),
        ("missed by one that joined", FindingKind.SubscriptionMissed, false, w => w.Joined.RemoveAt(w.Below(w.Joined.Count))),
        ("missed by one of a stream", FindingKind.SubscriptionMissed, false, w => w.OfOneStream.RemoveAt(0)),
        ("of another stream", FindingKind.Misplaced, false, w => w.OfOneStream.Add(w.Live.Find(s => !w.IsOfFirst(s.Number)))),
        ("repeated by the subscription", FindingKind.SubscriptionRepeated, true, w => w.Order.Insert(w.Below(w.Order.Count), w.Order[0])),
        ("repeated beside the load", FindingKind.SubscriptionRepeated, false, w => w.Live.Add(w.Live[w.Below(w.Live.Count)])),
        ("reordered within a stream", FindingKind.SubscriptionReordered, true, w => w.Order.Reverse()),
        ("reordered beside the load", FindingKind.SubscriptionReordered, false, w => w.Live.Reverse()),
        ("versions exchanged beside the load", FindingKind.SubscriptionReordered, true, w => ExchangeNeighbours(w, ofOneStream: true)),
        ("exchanged across streams beside the load", FindingKind.SubscriptionReordered, true, w =>
            ExchangeNeighbours(w, ofOneStream: false)),
        ("another order the second time", FindingKind.SubscriptionReordered, false, w => w.Reread.Reverse(0, 2)),
        ("row missing", FindingKind.RowMissing, false, w => w.Rows.RemoveAt(w.Below(w.Rows.Count))),
        ("row twice", FindingKind.RowSurplus, false, w => w.Rows.Add(w.Rows[w.Below(w.Rows.Count)])),
        ("row of no event", FindingKind.RowSurplus, false, w => w.Rows.Add(new FoundRow(Guid.CreateVersion7(), "all", 0))),
        ("row with another amount", FindingKind.TotalWrong, false, w => w.Rows[0] = w.Rows[0] with { Amount = -5 }),
        ("row with another document", FindingKind.ContentChanged, false, w =>
            w.Rows[0] = w.Rows[0] with { Document = ~w.Rows[0].Document }),
        ("row in another group", FindingKind.TotalWrong, false, w => w.Rows[0] = w.Rows[0] with { Group = "none" }),
        ("total", FindingKind.TotalWrong, false, w => w.Totals["all"] = w.Totals["all"] with { Total = w.Totals["all"].Total + 1 }),
    ];

    public static TheoryData<string, bool> Named =>
        [.. Lies.SelectMany(l => l.NeedsStreams ? new[] { (l.Name, true) } : [(l.Name, true), (l.Name, false)])];

    [Theory]
    [MemberData(nameof(Named))]
    public void A_lie_is_found_every_time(string name, bool hasStreams)
    {
        var (_, kind, _, lie) = Lies.Single(l => l.Name == name);
        for (var seed = 0; seed < Worlds; seed++)
        {
            var world = new World(seed, hasStreams);
            lie(world);

            var verdict = world.Verify(reopen: true);
            verdict.Passed.ShouldBeFalse($"seed {seed}");
            verdict[kind].ShouldBeGreaterThan(0, $"seed {seed}: {verdict.Text}");
            verdict.Text.ShouldMatch($"^FAILED: .*{kind.Title}");
        }
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void An_honest_store_has_no_finding(bool hasStreams)
    {
        for (var seed = 0; seed < 10 * Worlds; seed++)
        {
            var verdict = new World(seed, hasStreams).Verify(reopen: true);
            verdict.Text.ShouldStartWith("verified: ", customMessage: $"seed {seed}");
            verdict.Passed.ShouldBeTrue();
        }
    }

    // An append whose sender had given up, or that is still under way, may be read: no later read may miss it then.
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void A_read_that_goes_back_is_found(bool hasStreams)
    {
        for (var seed = 0; seed < Worlds; seed++)
        {
            var world = new World(seed, hasStreams);
            var read = world.Operations[AnyRead(world)].Operation;
            var slow = world.AnyOf(o => o.Kind == OperationKind.Append && o.Key != read.Key && o.Outcome == Outcome.Success);
            foreach (var (index, (_, operation, _)) in world.Operations.Index().ToList())
            {
                if (operation.Kind == OperationKind.Append)
                    world.Change(index, o => o with { Outcome = index == slow ? Outcome.Success : Outcome.Timeout });
            }

            world.Operations.Add((0, read with { Number = 9_999, Start = read.End + 1 }, []));
            world.Verify()[FindingKind.BackwardRead].ShouldBeGreaterThan(0, $"seed {seed}");
        }
    }

    // Of the versions around what its stream had when it began, a conflict may report none below, and none that came after its end.
    [Theory]
    [InlineData(0, false)]
    [InlineData(-1, true)]
    [InlineData(200, true)]
    public async Task The_version_of_a_conflict_is_one_of_its_time(int above, bool isLie)
    {
        for (var seed = 0; seed < Worlds; seed++)
        {
            var world = new World(seed);
            var index = world.AnyOf(o => o is { Outcome: Outcome.Error, Kind: OperationKind.Append, Start: > 2_000 });
            var (key, start) = (world.Operations[index].Operation.Key, world.Operations[index].Operation.Start);
            var had = world.Operations.Count(o => o.Operation.Key == key && o.Operation is { Kind: OperationKind.Append, Version: > 0 }
                && o.Operation.LatestEffect < start);
            world.Change(index, o => o with { Outcome = Outcome.Conflict, Conflicts = 1, Version = had + above });
            var found = (await Verifier.VerifyAsync(world.ToPlan() with { Conflicts = ConflictPromise.WithCause })).Examples;
            found.Any(e => e.Contains($"answered version {had + above}", StringComparison.Ordinal)).ShouldBe(isLie);
        }
    }

    [Fact]
    public void What_a_query_by_tag_alone_shows_is_found()
    {
        for (var seed = 0; seed < Worlds; seed++)
        {
            Verify(seed, (w, found) => found.Add(NewEvent(w, Guid.CreateVersion7())))[FindingKind.Foreign].ShouldBePositive();
            Verify(seed, (w, found) => found.Reverse(2, 2))[FindingKind.Misplaced].ShouldBePositive();
            Verify(seed, (w, found) => found.Add(NewEvent(w, IdOf(w, w.AnyOf(o => o.Outcome == Outcome.Refused)))))[FindingKind.DirtyRead]
                .ShouldBePositive();
        }

        VerdictRecord Verify(int seed, Action<World, List<FoundEvent>> lie)
        {
            var world = new World(seed, hasStreams: false);
            lie(world, world.Streams[World.NameOf(0)]);
            return world.Verify();
        }

        FoundEvent NewEvent(World world, Guid id) => new(id, "", world.Order.Count + 1, world.Order.Count + 1, 1);
    }

    // The second half may come between the readings of the two streams.
    [Theory]
    [InlineData(false, 1)]
    [InlineData(true, 0)]
    public async Task Half_a_fact_that_was_not_answered_is_lost_where_the_store_is_idle(bool isBusy, long lost)
    {
        var ids = new EventIds(DateTimeOffset.UnixEpoch, 1);
        var history = new StepHistory(ids, workers: 1, TimeProvider.System, ["one", "other"]) { EventsPerOperation = 2 };
        history.Lane(0).Begin(0, due: null, OperationKind.Append, key: 0, secondKey: 1);
        history.Lane(0).End(Outcome.Timeout);
        var store = new World(seed: 0, operations: 0) { IsBusy = isBusy };
        store.Streams.Clear();
        (store.Streams["one"], store.Streams["other"]) = ([new FoundEvent(ids.Of(0), "one", 1, 1, Hash: 0)], []);
        store.Order = store.Reread = store.Streams["one"];

        var verdict = await Verifier.VerifyAsync(new VerificationPlan { History = history, ReadBack = store, Time = new QuickTime() });

        (verdict.Passed, verdict[FindingKind.Lost]).ShouldBe((false, lost), verdict.Text);
        verdict.Text.ShouldContain(isBusy ? "the store is still at work" : "lost 1");
    }

    // An event that was there before the load, by a read beside it and by the queries afterwards.
    [Theory]
    [InlineData("before", null)]
    [InlineData("load", "misplaced: 2")]
    public async Task A_preloaded_event_is_of_no_key_of_the_load(string key, string? found)
    {
        var ids = new EventIds(DateTimeOffset.UnixEpoch, 1);
        var history = new StepHistory(ids, workers: 1, TimeProvider.System, ["before"]) { Bulk = new BulkHistory(new Preloaded(), 1) };
        history.Bulk[0] = BulkState.Acknowledged;
        var all = new World(seed: 0, hasStreams: false, operations: 0);
        all.Order = all.Reread = [.. Enumerable.Range(0, 2).Select(n => new FoundEvent(ids.Of(n), "", n + 1, n + 1, Hash: 0))];
        all.Streams.Clear();
        all.Streams["load"] = all.Order.FindAll(e => key == "load" || e.Version == 2);
        all.Streams["before"] = [all.Order[0]];
        var lane = history.Lane(0);
        lane.Begin(0, due: null, OperationKind.BulkAppend, Operation.NoKey, argument: 1);
        lane.End(Outcome.Success);
        lane.Begin(0, due: null, OperationKind.Append, history.KeyOf("load"));
        lane.End(Outcome.Success, position: 2);
        lane.Begin(0, due: null, OperationKind.Read, history.KeyOf(key), hash: ulong.MaxValue);
        all.Streams[key].ForEach(e => lane.Observe(new(ids.NumberOf(e.Id), (uint)e.Version, Observation.FoldOf(e.Hash, "", e.Position))));
        lane.End(Outcome.Success, version: 1);

        var verdict = await Verifier.VerifyAsync(
            new VerificationPlan(HasPositions: true, TagOf: k => k) { History = history, ReadBack = all });

        (verdict.Passed ? null : $"misplaced: {verdict[FindingKind.Misplaced]}").ShouldBe(found, verdict.Text);
    }

    [Fact]
    public void Tags_that_are_forgotten_when_a_store_is_opened_again_are_found()
    {
        for (var seed = 0; seed < Worlds; seed++)
            new World(seed, hasStreams: false) { ForgetsTags = true }.Verify(reopen: true)[FindingKind.StaleRead].ShouldBeGreaterThan(0);
    }

    [Fact]
    public void Each_kind_has_a_lie() => FindingKind.All
        .Except(Lies.Select(l => l.Kind))
        .Except([FindingKind.BackwardRead, FindingKind.FalseRefusal, FindingKind.ConditionViolated, FindingKind.RuleBroken])
        .ShouldBeEmpty();

    [Theory]
    [InlineData("streams")]
    [InlineData("order")]
    [InlineData("rows")]
    public void What_was_found_before_a_reading_broke_is_kept(string part)
    {
        var world = new World(seed: 5) { Broken = part };
        world.ChangeEvent(world.Streams[World.NameOf(0)][0].Id, e => e with { Hash = ~e.Hash });
        var verdict = world.Verify();
        verdict.Text.ShouldEndWith("; the rest not verified: The server is gone.");
        verdict[FindingKind.ContentChanged].ShouldBeGreaterThan(0);
        verdict[FindingKind.Lost].ShouldBe(0);
    }

    [Fact]
    public void A_reading_that_breaks_without_a_finding_is_not_verified() =>
        new World(seed: 5) { Broken = "streams" }.Verify().Text.ShouldBe("not verified: The server is gone.");

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_row_that_is_missing_in_another_read_model_is_found(bool isMissing)
    {
        var (world, other) = (new World(seed: 3), new World(seed: 3));
        var plan = world.ToPlan();

        // Every second event gives a row in it.
        other.Rows.RemoveAll(r => world.Ids.NumberOf(r.EventId) % 2 == 1);
        other.Totals["all"] = new ReadModelSummary("all", other.Rows.Count, other.Rows.Sum(r => r.Amount));
        if (isMissing)
            other.Rows.RemoveAt(0);

        var verdict = await Verifier.VerifyAsync(
            plan with { OtherReadModels = [new(world), new(other, sent => sent.Number % 2 == 0 ? plan.Rows(sent) : null)] });

        verdict[FindingKind.RowMissing].ShouldBe(isMissing ? 1 : 0, verdict.Text);
        verdict.Passed.ShouldBe(!isMissing);
    }

    private sealed class Preloaded : IBulkContent
    {
        public int StreamOf(long number) => 0;

        public ulong HashOf(long number) => 0;
    }

    private static Guid IdOf(World world, int index) => world.Ids.Of(world.Operations[index].Operation.Number);

    private static int AnyRead(World world) => world.AnyOf(o => o.Kind == OperationKind.Read && o.Start > 3_000);

    private static void Append(World world, Func<FoundEvent, FoundEvent> change)
    {
        var stream = world.Streams.Values.MaxBy(s => s.Count)!;
        var position = world.Order.Count + 1;
        var added = change(stream[0]) with { Version = world.HasStreams ? stream.Count + 1 : position, Position = position };
        stream.Add(added);
        world.Order.Add(added);
        world.Reread.Add(added);
    }

    private static void ChangeAny(World world, Func<Operation, Operation> change) => world.Change(world.AnyAcknowledged(), change);

    private static void ChangeSeen(World world, Func<Observation, Observation> change)
    {
        var seen = world.Operations[AnyRead(world)].Seen;
        seen[0] = change(seen[0]);
    }

    private static void ChangeLast(World world, Func<FoundEvent, FoundEvent> change) =>
        world.ChangeEvent(world.Streams.Values.First(s => s.Count > 1)[^1].Id, e => change(e));

    // Events of one stream take each other's versions.
    private static void ExchangeNeighbours(World world, bool ofOneStream)
    {
        var live = world.Live;
        var at = live.FindIndex(1, s => (world.KeyOf(s.Number) == world.KeyOf(live[live.IndexOf(s) - 1].Number)) == ofOneStream);
        var (first, second) = (live[at - 1], live[at]);
        live[at - 1] = ofOneStream ? second with { Version = first.Version } : second;
        live[at] = ofOneStream ? first with { Version = second.Version } : first;
    }

    private static void RepeatPosition(World world)
    {
        var index = world.Below(world.Order.Count - 1) + 1;
        world.Order[index] = world.Order[index] with { Position = world.Order[index - 1].Position };
    }

    // Wherever they are shown, so that nothing else is wrong. Of neighbours, as others are found within a stream.
    private static void ExchangePositions(World world, bool ofOneWorker)
    {
        var appends = world.Operations.Index()
            .Where(o => o.Item.Operation is { Kind: OperationKind.Append, Outcome: Outcome.Success })
            .OrderBy(o => o.Item.Operation.Position).ToList();
        var (earlier, later) = appends.Zip(appends.Skip(1)).First(p => p.First.Item.Operation.End < p.Second.Item.Operation.Start
            && p.First.Item.Operation.Key != p.Second.Item.Operation.Key
            && (p.First.Item.Worker == p.Second.Item.Worker || !ofOneWorker));
        foreach (var (index, other) in ((int, int)[])[(earlier.Index, later.Index), (later.Index, earlier.Index)])
        {
            var position = other == later.Index ? later.Item.Operation.Position : earlier.Item.Operation.Position;
            world.Change(index, o => o with { Position = position });
            world.ChangeEvent(IdOf(world, index), e => e with { Position = position });
        }
    }

    // The event of a late operation takes the place of an early one.
    private static void Swap(World world)
    {
        var stream = world.Streams.Values.First(s => s.Count > 20);
        var (first, last) = (stream[0], stream[^1]);
        foreach (var id in (Guid[])[first.Id, last.Id])
        {
            var index = world.AnyOf(o => o.Kind == OperationKind.Append && world.Ids.Of(o.Number) == id);
            world.Change(index, o => o with { Version = 0, Position = 0 });
        }

        world.ChangeEvent(first.Id, e => e with { Id = Guid.Empty });
        world.ChangeEvent(last.Id, e => e with { Id = first.Id, Hash = first.Hash });
        world.ChangeEvent(Guid.Empty, e => e with { Id = last.Id, Hash = last.Hash });
    }
}
