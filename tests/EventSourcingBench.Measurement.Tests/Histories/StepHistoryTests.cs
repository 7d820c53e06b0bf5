namespace EventSourcingBench.Measurement.Tests;

public sealed class StepHistoryTests
{
    // Its ticks are microseconds: 10 of the history's.
    private readonly FakeClock _clock = new();
    private readonly StepHistory _history;

    public StepHistoryTests()
    {
        _clock.AdvanceTo(1_000);
        _history = New();
    }

    [Fact]
    public void An_operation_has_its_times_and_its_answer()
    {
        var lane = _history.Lane(1);
        lane.Begin(7, due: 990, OperationKind.Append, key: 0, secondKey: 1, argument: 5, hash: 99);
        _clock.Advance(TimeSpan.FromMicroseconds(30));
        lane.End(Outcome.Success, version: 3, position: 4, conflicts: 2);
        lane.Operations.ShouldHaveSingleItem().ShouldBe(new Operation(
            Number: 7, OperationKind.Append, Key: 0, SecondKey: 1, Argument: 5, Hash: 99, Start: 10_000, Lateness: 100, Duration: 300,
            Outcome.Success, Conflicts: 2, Version: 3, Position: 4));
    }

    [Fact]
    public void An_operation_without_an_answer_is_there_as_one_that_may_take_effect_at_any_time()
    {
        _history.Lane(0).Begin(0, due: null, OperationKind.Append, key: 0);
        var operation = _history.Operations.ShouldHaveSingleItem();
        (operation.Outcome, operation.Lateness, operation.LatestEffect).ShouldBe((Outcome.Timeout, 0u, long.MaxValue));
    }

    [Fact]
    public void One_operation_of_a_lane_is_under_way_at_a_time()
    {
        var lane = _history.Lane(0);
        Should.Throw<InvalidOperationException>(() => lane.End(Outcome.Success));
        lane.Begin(0, due: null, OperationKind.Append, key: 0);
        Should.Throw<InvalidOperationException>(() => lane.Begin(1, due: null, OperationKind.Append, key: 0));
    }

    [Fact]
    public void A_read_keeps_what_it_saw()
    {
        var lane = _history.AddLane();
        Observation[] seen = [.. Enumerable.Range(0, 3_000).Select(i => new Observation(i, (uint)i + 1, 9))];
        Read(seen[..1_500]);
        Read([]);
        Read(seen[1_500..]);

        lane.Operations.Select(o => o.Argument).ShouldBe([1_500, 0, 1_500]);
        lane.Operations.SelectMany(o => Enumerable.Range(0, o.Argument).Select(i => lane.Observed(o.Position + i))).ShouldBe(seen);
        lane.ObservedCount.ShouldBe(3_000);

        void Read(Observation[] shown)
        {
            lane.Begin(lane.Count, due: null, OperationKind.Read, key: 0);
            foreach (var observation in shown)
                lane.Observe(observation);

            lane.End(Outcome.Success, version: 1);
        }
    }

    [Fact]
    public void A_read_that_saw_what_an_earlier_one_did_shares_its_observations()
    {
        var lane = _history.AddLane();
        Begin();
        lane.Observe(new Observation(7, 4, 9));
        lane.Observe(new Observation(8, 5, 9));
        lane.End(Outcome.Success, version: 4);
        Begin();
        lane.EndLike(first: 0, count: 2, version: 4);
        Begin();
        lane.Observe(new Observation(9, 6, 9));
        lane.End(Outcome.Success, version: 6);

        lane.Operations.Select(o => (o.Version, o.Position, o.Argument)).ShouldBe([(4L, 0L, 2), (4L, 0L, 2), (6L, 2L, 1)]);
        lane.Operations.ShouldAllBe(o => o.Outcome == Outcome.Success);

        void Begin() => lane.Begin(lane.Count, due: null, OperationKind.Read, key: 0);
    }

    [Fact]
    public void Thousands_of_operations_keep_their_order()
    {
        const int Count = 5_000;
        for (var i = 0; i < Count; i++)
            Append(_history.Lane(0), i, key: i % 2, version: i);

        _history.Count.ShouldBe(Count);
        _history.Operations.Select(o => (o.Number, o.Version)).ShouldBe(Enumerable.Range(0, Count).Select(i => ((long)i, (long)i)));
    }

    [Fact]
    public void An_append_is_found_by_its_number_in_whatever_lane_it_is()
    {
        Append(_history.Lane(0), 4);
        Append(_history.Lane(1), 1);
        var observer = _history.AddLane();
        observer.Begin(2, due: null, OperationKind.Read, key: 0);
        observer.End(Outcome.Success);
        var index = new OperationIndex(_history);
        index.Count.ShouldBe(5);
        Enumerable.Range(-1, 7).Where(n => index.TryGet(n, out var found) && found.Number == n).ShouldBe([1, 4]);
    }

    [Fact]
    public void Lanes_are_counted_for_each_process()
    {
        Array.ForEach([0, 2, 2, 1], process => _history.AddLane(process));
        _history.Lanes.Select(l => (l.Process, l.Worker)).ShouldBe([(0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (1, 0)]);
    }

    [Fact]
    public void The_stream_that_was_written_last_is_found_beside_lanes_that_wrote_none()
    {
        _history.FindRecent(0).ShouldBeNull();
        Append(_history.Lane(1), 0, key: 1, version: 8);
        _history.Lane(0).Begin(1, due: null, OperationKind.Append, key: 0);
        _history.Lane(0).End(Outcome.Conflict);
        new[] { 0, 1 }.Select(turn => _history.FindRecent(turn)).ShouldBe([(1, 8), (1, 8)]);
        _history.RecentElsewhere = new RecentAppend("of another process", 3);
        _history.FindRecent(0).ShouldBe((2, 3));
    }

    [Fact]
    public void A_key_has_one_index_for_all_threads()
    {
        Parallel.For(0, 1_000, i => _history.KeyOf($"stream-{i % 100}"));
        _history.Keys.Count.ShouldBe(102);
        _history.Keys.Select((key, index) => _history.FindKey(key) == index && _history.KeyOf(key) == index).ShouldAllBe(same => same);
        _history.FindKey("unknown").ShouldBe(Operation.NoKey);
    }

    [Fact]
    public void Event_numbers_of_operations_come_after_those_of_bulk_appends()
    {
        var history = New(eventsPerOperation: 2, bulk: 10);
        (history.EventOf(0), history.EventOf(3, index: 1)).ShouldBe((10, 17));
    }

    [Fact]
    public void A_bulk_event_has_a_state_and_was_not_sent_at_first()
    {
        var bulk = New(bulk: 10).Bulk.ShouldNotBeNull();
        (bulk[3], bulk[4], bulk[9]) = (BulkState.Acknowledged, BulkState.Unknown, BulkState.Acknowledged);
        Enum.GetValues<BulkState>().Select(bulk.CountOf).ShouldBe([7, 2, 1]);
        Should.Throw<IndexOutOfRangeException>(() => bulk[10]);
    }

    private static void Append(HistoryLane lane, long number, int key = 0, long version = 1)
    {
        lane.Begin(number, due: null, OperationKind.Append, key);
        lane.End(Outcome.Success, version);
    }

    private StepHistory New(int eventsPerOperation = 1, long? bulk = null) =>
        new(new EventIds(DateTimeOffset.UnixEpoch, key: 0), workers: 2, _clock, ["a", "b"])
        {
            EventsPerOperation = eventsPerOperation,
            Bulk = bulk is { } count ? new BulkHistory(new NoContent(), count) : null,
        };

    private sealed class NoContent : IBulkContent
    {
        public int StreamOf(long number) => 0;

        public ulong HashOf(long number) => 0;
    }

    [Fact]
    public void A_history_that_does_not_fit_into_its_memory_says_what_it_left_out()
    {
        var history = new StepHistory(new EventIds(DateTimeOffset.UnixEpoch, 1), workers: 1, TimeProvider.System, memory: 40_000);
        for (var number = 0; number < 1_000; number++)
            Append(history.Lane(0), number);

        history.Count.ShouldBe(512);
        history.Incomplete.ShouldBe("the history left out 488 operations, as it may take 0 MB; make the step shorter, or give more memory");
    }
}
