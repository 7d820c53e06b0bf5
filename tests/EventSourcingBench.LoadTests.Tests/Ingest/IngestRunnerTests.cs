using EventSourcingBench.Abstractions;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests.Tests;

public sealed class IngestRunnerTests
{
    private static readonly WorkloadRecord Workload = WorkloadFile.Load("ingest", "smoke") with { Trials = 3, Timeout = TimeSpan.FromSeconds(5) };

    [Theory]
    [InlineData("blocking")]
    [InlineData("non-blocking")]
    public async Task All_trials_are_run_on_empty_stores_and_verified(string mode)
    {
        var store = new FakeStore(_ => new PouredWorld());
        var record = await RunAsync(store, new IngestLoad(mode, 1_024, 2_000), Workload);

        record.Verdict.Text.ShouldBe("verified: 6,000 acknowledged events, each there once");
        var ingest = record.Ingest.ShouldNotBeNull();
        ingest.Trials.Select(t => (t.Number, t.Warm, t.Acknowledged, t.Overflowed, t.Failed)).ShouldBe([(1, false, 2_000, 0, 0), (2, true, 2_000, 0, 0), (3, true, 2_000, 0, 0)]);
        ingest.Trials.ShouldAllBe(t => t.Flushes >= 2_000 * 23 / 1_024 && t.Duration > TimeSpan.Zero && t.EventsPerSecond > 0);
        (ingest.ClusterType, ingest.Nodes, ingest.EventBytes, ingest.EventType).ShouldBe(("embedded", 1, 23, "SafeEvent"));
        record.Throughput.ShouldBe(ingest.Trials.Skip(1).Average(t => t.EventsPerSecond), tolerance: 1);
        store.Worlds.Count.ShouldBe(3);
        store.Worlds.Select(w => w.Streams.ContainsKey("warm-up")).ShouldBe([false, true, true]);
    }

    [Fact]
    public async Task Of_large_trials_the_last_is_verified()
    {
        var store = new FakeStore(_ => new PouredWorld());
        var record = await RunAsync(store, new IngestLoad("blocking", 65_536, 10_001), Workload with { Trials = 2 });

        record.Verdict.Text.ShouldBe("verified: 10,001 acknowledged events, each there once (the last trial)");
        record.Seconds.ShouldNotBeEmpty();
    }

    [Fact]
    public async Task What_finds_the_buffer_full_is_refused_counted_and_not_there()
    {
        // The first flush is slow, so that the producer runs ahead of it.
        var store = new FakeStore(_ => new PouredWorld { FailsBefore = attempt => attempt == 0 ? new StoreUnavailableException("not yet") : null });
        var record = await RunAsync(store, new IngestLoad("non-blocking", 256, 9_000), Workload with { Trials = 1, MemoryLimit = 64 << 10 });

        var trial = record.Ingest!.Trials.ShouldHaveSingleItem();
        trial.Overflowed.ShouldBeGreaterThan(0);
        (trial.Acknowledged + trial.Overflowed).ShouldBe(9_000);
        record.Verdict.Passed.ShouldBeTrue(record.Verdict.Text);
        record.Verdict.Acknowledged.ShouldBe(trial.Acknowledged);
    }

    [Fact]
    public async Task A_store_that_loses_an_acknowledged_event_is_found_out()
    {
        var store = new FakeStore(_ => new PouredWorld());
        var record = await RunAsync(store, new IngestLoad("blocking", 256, 100), Workload, onTrialEnd: () =>
        {
            var stream = store.Worlds[^1].Streams.First(s => s.Key != "warm-up").Value;
            stream.RemoveAt(stream.Count - 1);
        });

        (record.Verdict.Passed, record.Verdict.Lost).ShouldBe((false, 3));
        record.Verdict.Text.ShouldStartWith("FAILED: lost 1");
    }

    [Fact]
    public async Task A_store_that_breaks_ends_the_step_which_says_so()
    {
        var store = new FakeStore(trial => new PouredWorld { FailsBefore = attempt => trial == 1 && attempt > 3 ? new InvalidOperationException("broken") : null });
        var record = await RunAsync(store, new IngestLoad("blocking", 256, 1_000), Workload);

        record.Ingest!.Trials.Count.ShouldBe(2);
        record.Ingest.Trials[1].Failed.ShouldBeGreaterThan(0);
        record.Verdict.Passed.ShouldBeFalse();
        record.Verdict.Text.ShouldBe("not verified to the end: broken");
        record.Errors.Keys.ShouldContain("broken");
    }

    [Fact]
    public async Task Ctrl_C_ends_it_and_what_is_there_is_verified()
    {
        using var stop = new CancellationTokenSource();
        var store = new FakeStore(trial => new PouredWorld
        {
            FailsBefore = attempt =>
            {
                if (trial == 1 && attempt == 5)
                {
                    stop.Cancel();
                }

                return null;
            },
        });
        var record = await RunAsync(store, new IngestLoad("blocking", 256, 9_000), Workload, cancellationToken: stop.Token);

        record.Interrupted.ShouldBeTrue();
        record.Ingest!.Trials.Count.ShouldBe(2);
        record.Ingest.Trials[1].Acknowledged.ShouldBeLessThan(9_000);
        record.Verdict.Passed.ShouldBeTrue(record.Verdict.Text);
        record.Verdict.Acknowledged.ShouldBe(record.Ingest.Trials.Sum(t => t.Acknowledged));
    }

    [Fact]
    public async Task A_node_is_killed_in_the_last_trial_and_the_pause_is_measured()
    {
        var isDown = false;
        string Kill()
        {
            isDown = true;
            return "killed the primary";
        }

        var cluster = new FakeCluster(canKill: true, Kill) { Kind = "fake", ConnectionString = "", Origin = "here", Nodes = 3 };
        var attemptsDown = 0;
        var store = new FakeStore(
            _ => new PouredWorld { FailsBefore = _ => isDown && attemptsDown++ < 4 ? new OutcomeUnknownException("the node is gone") : Slow() },
            cluster);
        var record = await RunAsync(store, new IngestLoad("blocking", 64, 2_000), Workload with { Trials = 2, KillNodeAt = TimeSpan.FromMilliseconds(20) });

        record.Verdict.Passed.ShouldBeTrue(record.Verdict.Text);
        (record.Ingest!.ClusterType, record.Ingest.Nodes).ShouldBe(("replicated", 3));
        var death = record.Ingest.NodeDeath.ShouldNotBeNull();
        death.What.ShouldBe("killed the primary");

        // A timer may fire a few milliseconds early, by its own clock.
        death.At.ShouldBeGreaterThanOrEqualTo(TimeSpan.FromMilliseconds(15));

        // Four attempts, each followed by a wait of 50 ms.
        death.Pause.ShouldBeGreaterThanOrEqualTo(TimeSpan.FromMilliseconds(180));
        record.Ingest.Trials[1].Acknowledged.ShouldBe(2_000);
        record.Throughput.ShouldBe(record.Ingest.Trials[0].EventsPerSecond);
        store.Spoilt.ShouldBe(1);
    }

    [Theory]
    [InlineData(false, 1, "No node was killed: the server (here) was not started here.")]
    [InlineData(true, 30_000, "No node was killed: the trial had ended before 30 s. Pour in more events.")]
    public async Task Where_no_node_was_killed_it_says_why(bool canKill, int after, string note)
    {
        var cluster = new FakeCluster(canKill, () => throw new InvalidOperationException()) { Kind = "fake", ConnectionString = "", Origin = "here", Nodes = 3 };
        var store = new FakeStore(_ => new PouredWorld(), cluster);
        var record = await RunAsync(store, new IngestLoad("blocking", 64, 100), Workload with { KillNodeAt = TimeSpan.FromMilliseconds(after) });

        record.Notes.ShouldBe([note]);
        record.Ingest!.NodeDeath.ShouldBeNull();
        store.Spoilt.ShouldBe(0);
    }

    private static Exception? Slow()
    {
        Thread.Sleep(1);
        return null;
    }

    private static Task<StepRecord> RunAsync(
        FakeStore store, IngestLoad load, WorkloadRecord workload, Action? onTrialEnd = null, CancellationToken cancellationToken = default)
    {
        var step = new Step(1, Suite.Find("ingest"), workload, "fake", Trial: 1, Copies: null, Rate: null) { Ingest = load, Seed = 7 };
        var tools = new RunTools(
            new EngineLoad(new BuiltInEngine(TimeProvider.System)), BarSource.Synthetic(1), new Listener(onTrialEnd), new Dictionary<int, double>(), TimeProvider.System);
        return new IngestRunner(step, store, tools).RunAsync(cancellationToken);
    }

    private sealed class Listener(Action? onVerifying) : RunProgress
    {
        public override void Say(string message)
        {
        }

        public override void RunStarts(StepPlan plan)
        {
        }

        public override void Phase(Step step, string phase)
        {
            if (phase == "verifying")
            {
                onVerifying?.Invoke();
            }
        }

        public override void Counted(Step step, string phase, long done, long total)
        {
        }

        public override void Second(Step step, SecondRecord second, LoadTotals totals)
        {
        }

        public override void StepEnds(Step step, StepRecord record)
        {
        }
    }
}
