namespace EventSourcingBench.LoadTests.Tests;

public sealed class IngestRunnerTests : TempFolderTest
{
    private static readonly Workload Workload = WorkloadFile.Load("ingest", "smoke")
        .With([new(LoadParameters.Trials, "3"), new(LoadParameters.Timeout, "5s")]);

    private static readonly Workload OneSmall = Workload.With([new(LoadParameters.Trials, "1"), new(IngestParameters.MemoryLimit, "64KB")]);

    [Fact]
    public async Task Trials_are_run_on_empty_stores_the_warm_ones_after_a_flush_to_another_stream()
    {
        var store = Store();
        var record = await RunAsync(store, new IngestLoad("blocking", 1_024, 2_000), Workload);
        record.Ingest!.Trials.Select(t => (t.Number, t.Warm, t.Acknowledged, t.Flushes >= 2_000 * 23 / 1_024))
            .ShouldBe([(1, false, 2_000, true), (2, true, 2_000, true), (3, true, 2_000, true)]);
        record.Throughput.ShouldBe(record.Ingest!.Trials.Skip(1).Average(t => t.EventsPerSecond), tolerance: 1);
        store.Worlds.Select(w => w.Streams.ContainsKey("warm-up")).ShouldBe([false, true, true]);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task What_finds_the_buffer_full_is_refused_and_counted_and_must_not_be_there(bool isThere)
    {
        // The first flush is slow, so that the producer runs ahead of it.
        var store = Store(
            _ => new BulkWorld { FailsBefore = attempt => attempt == 0 ? new StoreUnavailableException("not yet") : null });
        var record = await RunAsync(store, new IngestLoad("non-blocking", 256, 9_000), OneSmall, onTrialEnd: () =>
        {
            // The ids of a trial follow from their numbers: one that is not there was refused.
            var there = store.Worlds[^1].Log.ConvertAll(e => e.Id);
            var ids = new EventIds(there[0]);
            if (isThere)
                AddBehind(Longest(store.Worlds[^1]), Enumerable.Range(0, 9_000).Select(n => ids.Of(n)).Except(there).First());
        });

        var trial = record.Ingest!.Trials.ShouldHaveSingleItem();
        trial.Overflowed.ShouldBeGreaterThan(0);
        (trial.Acknowledged + trial.Overflowed).ShouldBe(9_000);
        record.Verdict.Acknowledged.ShouldBe(trial.Acknowledged);
        (record.Verdict.Passed, record.Verdict[FindingKind.RefusedApplied]).ShouldBe((!isThere, isThere ? 1 : 0), record.Verdict.Text);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public async Task A_lie_in_any_trial_fails_the_step_also_in_the_flush_before_the_measured_time(int trial)
    {
        var lies = new Dictionary<FindingKind, Action<BulkWorld>>
        {
            [FindingKind.Lost] = w => Remove(w, Longest(w)[^1]),
            [FindingKind.ContentChanged] = w => Longest(w)[1] = BulkWorld.Recorded(Longest(w)[1], version: 2, "{}"u8.ToArray()),
            [FindingKind.Misplaced] = w => Swap(Longest(w), 3, 4),
            [FindingKind.Foreign] = w => AddBehind(Longest(w), Guid.NewGuid()),
            [FindingKind.SubscriptionMissed] = w => w.Log.RemoveAt(3),
        };
        if (trial > 1)
            lies.Add(FindingKind.Gap, w => Remove(w, w.Streams["warm-up"][5]));

        foreach (var (kind, lie) in lies)
        {
            var (store, ended) = (Store(), 0);
            var record = await RunAsync(store, new IngestLoad("blocking", 256, 100), Workload, onTrialEnd: () =>
            {
                if (++ended == trial)
                    lie(store.Worlds[^1]);
            });

            (record.Verdict.Passed, record.Verdict[kind]).ShouldBe((false, 1), $"{kind.Name}: {record.Verdict.Text}");
            record.Verdict.Text.ShouldStartWith("FAILED: ");
            record.Verdict.Text.ShouldEndWith($" (trial {trial} of 3)");
        }
    }

    [Fact]
    public async Task A_store_that_breaks_ends_the_step_which_says_so()
    {
        var store = Store(trial => new BulkWorld
        {
            FailsBefore = attempt => trial == 1 && attempt > 3 ? new InvalidOperationException("broken") : null,
        });
        var record = await RunAsync(store, new IngestLoad("blocking", 256, 1_000), Workload);
        record.Ingest!.Trials.Count.ShouldBe(2);
        record.Ingest!.Trials[1].Failed.ShouldBeGreaterThan(0);
        (record.Verdict.Passed, record.Verdict.Text).ShouldBe((false, "not verified to the end: broken"));
        record.Errors.Keys.ShouldContain("broken");
    }

    [Fact]
    public async Task Ctrl_C_ends_it_and_what_is_there_is_verified()
    {
        using var stop = new CancellationTokenSource();
        var store = Store(trial => new BulkWorld { FailsBefore = attempt => (trial, attempt) == (1, 5) ? Stop() : null });
        var record = await RunAsync(store, new IngestLoad("blocking", 256, 9_000), Workload, cancellationToken: stop.Token);

        (record.Interrupted, record.Ingest!.Trials.Count).ShouldBe((true, 2));
        record.Ingest!.Trials[1].Acknowledged.ShouldBeLessThan(9_000);
        record.Verdict.Passed.ShouldBeTrue(record.Verdict.Text);
        record.Verdict.Acknowledged.ShouldBe(record.Ingest!.Trials.Sum(t => t.Acknowledged) + 1_000);

        Exception? Stop()
        {
            stop.Cancel();
            return null;
        }
    }

    [Fact]
    public async Task A_node_is_killed_in_the_last_trial_and_the_pause_is_measured()
    {
        var (cluster, attemptsDown) = (new FakeServer(nodes: 3, canKillNode: true), 0);
        var store = Store(_ => new BulkWorld { FailsBefore = _ => FailWhenDown() }, cluster);
        var workload = Workload.With([new(LoadParameters.Trials, "2"), new(LoadParameters.KillNodeAt, "20ms")]);
        var record = await RunAsync(store, new IngestLoad("blocking", 64, 2_000), workload);

        record.Verdict.Passed.ShouldBeTrue(record.Verdict.Text);
        (record.Ingest!.ClusterType, record.Ingest!.Nodes).ShouldBe(("replicated", 3));
        var death = record.Ingest!.NodeDeath.ShouldNotBeNull();
        death.What.ShouldBe("killed the primary.");
        // A timer may fire a few milliseconds early, by its own clock. Four attempts are each followed by a wait of 50 ms.
        death.At.ShouldBeGreaterThanOrEqualTo(TimeSpan.FromMilliseconds(15));
        death.Pause.ShouldBeGreaterThanOrEqualTo(TimeSpan.FromMilliseconds(180));
        record.Ingest!.Trials[1].Acknowledged.ShouldBe(2_000);
        record.Throughput.ShouldBe(record.Ingest!.Trials[0].EventsPerSecond);
        store.UnderTest.HasLostNode.ShouldBeTrue();

        OutcomeUnknownException? FailWhenDown()
        {
            Thread.Sleep(1);
            return cluster.Seen.Count > 0 && attemptsDown++ < 4 ? new OutcomeUnknownException("the node is gone") : null;
        }
    }

    // What the user ended before needs no more events.
    [Theory]
    [InlineData(false, "1ms", "No node was killed: the server (here) was not started here.")]
    [InlineData(true, "30s", "No node was killed: the trial had ended before 30 s. Append more events.")]
    [InlineData(true, "20ms", "No node was killed: It hangs.")]
    [InlineData(true, "30s", null, true)]
    [InlineData(true, "1ms", "No node was killed: fake has fewer than 3.", false, 2)]
    public async Task Where_no_node_was_killed_it_says_why(bool canKill, string after, string? note, bool isEnded = false, int nodes = 3)
    {
        using var stop = new CancellationTokenSource();
        var server = new FakeServer(nodes, canKill) { KillFailure = "It hangs." };
        var store = Store(_ => new BulkWorld { FailsBefore = _ => TakeTime() }, server);
        var workload = OneSmall.With(LoadParameters.KillNodeAt, after);
        var record = await RunAsync(store, new IngestLoad("blocking", 64, 2_000), workload, cancellationToken: stop.Token);
        record.Notes.ShouldBe(note is null ? [] : [note]);
        record.Ingest!.NodeDeath.ShouldBeNull();
        server.Seen.ShouldBeEmpty();

        Exception? TakeTime()
        {
            Thread.Sleep(1);
            if (isEnded)
                stop.Cancel();

            return null;
        }
    }

    private FakeStore Store(Func<int, BulkWorld>? world = null, ProvisionedServer? server = null) => new(world, server, Temp.Path);

    private static List<RecordedEvent> Longest(BulkWorld world) =>
        world.Streams.Where(s => s.Key != "warm-up").MaxBy(s => s.Value.Count).Value;

    private static void AddBehind(List<RecordedEvent> stream, Guid id) =>
        stream.Add(BulkWorld.Recorded(stream[0], stream.Count + 1, id: id));

    private static void Remove(BulkWorld world, RecordedEvent recorded)
    {
        world.Streams[recorded.Stream.Value].Remove(recorded);
        world.Log.Remove(recorded);
    }

    private static void Swap(List<RecordedEvent> stream, int first, int second) => (stream[first], stream[second]) = (
        BulkWorld.Recorded(stream[second], stream[first].Version), BulkWorld.Recorded(stream[first], stream[second].Version));

    private static Task<StepRecord> RunAsync(
        FakeStore store, IngestLoad load, Workload workload, Action? onTrialEnd = null, CancellationToken cancellationToken = default)
    {
        workload = workload.With([
            new(IngestParameters.Counts, $"{load.Count}"),
            new(IngestParameters.Buffers, SizeText.Of(load.BufferBytes)),
            new(IngestParameters.BufferModes, load.BufferMode)]);
        var step = new Step(1, SuiteCatalog.Find("ingest"), workload, "fake", Trial: 1, Copies: null, Rate: null) { Seed = 7 };
        var progress = new Counting(phase => (phase == "verifying" ? onTrialEnd : null)?.Invoke());
        return new StepRunner(step, store.UnderTest, TestTools.With(progress)).RunAsync(cancellationToken);
    }
}
