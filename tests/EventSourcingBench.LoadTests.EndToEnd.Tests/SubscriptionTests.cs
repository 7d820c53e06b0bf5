namespace EventSourcingBench.LoadTests.EndToEnd.Tests;

public sealed class SubscriptionTests : RunTest
{
    [Fact]
    public async Task Each_subscriber_has_every_event_once_and_slow_and_joining_ones_are_measured_apart()
    {
        var run = await VerifiedAsync("subscription --profile smoke --stores memory,sqlite --preload 500 --no-ceiling "
            + "--store-option memory.deliveryDelay=20ms");

        run.Steps.Select(s => (s.Store, RecordOf(s).During)).Order().ShouldBe(
            [("memory", "join"), ("memory", "nothing"), ("sqlite", "join"), ("sqlite", "nothing")]);
        foreach (var step in run.Steps)
        {
            var (record, joined) = (RecordOf(step), RecordOf(step).During == "join" ? 1 : 0);
            step.Verdict.Text.ShouldContain($"{3 + joined} live subscribers had each of them once, in order");
            var appended = Appended(step);
            (record.Delivery.Times.Count, record.SlowDelivery!.Times.Count, record.Last.Times.Count, step.ProjectionDelay!.Count)
                .ShouldBe((2 * appended, appended, appended, appended));
            // Of those that are not slow; the slow one takes longer for each event. The clock is read before deliveries are counted.
            record.Last.Max.ShouldNotBeNull().ShouldBe(record.Delivery.Max.ShouldNotBeNull(), TimeSpan.FromMilliseconds(10));
            if (step.Store == "memory")
                TimeSpan.FromMicroseconds(record.Delivery.Times.MinMicroseconds).TotalMilliseconds.ShouldBeGreaterThanOrEqualTo(20);

            record.ClientMemory.ShouldBeGreaterThan(10 << 20);
            record.Lag.Keys.ShouldBe(joined > 0 ? ["live", "slow", "joined"] : ["live", "slow"]);
            (record.Incident?.Events >= 500).ShouldBe(joined > 0);
        }

        ReadResult("report.md").ShouldContain("What happened during the load");
    }

    [Fact]
    public async Task One_that_joins_where_the_others_follow_streams_begins_so_many_events_back()
    {
        var step = await VerifiedStepAsync(
            "subscription --profile smoke --stores memory --no-ceiling --follow stream --slow 0 --read-models 0 --rate 100 --preload 3000 "
            + "--during join:1");

        // Its last place is between two batches of 1,000.
        RecordOf(step).Incident.ShouldNotBeNull().Events.ShouldNotBeNull().ShouldBeInRange(1_000, 2_999);
    }

    [Nightly, Fact]
    public async Task Events_behind_an_open_transaction_are_held_back_and_a_projection_whose_process_is_killed_has_each_row_once()
    {
        await Postgres.SkipWithoutAsync();

        var run = await VerifiedAsync("subscription --profile smoke --slow 0 --read-models 0 --no-ceiling --stores memory,postgres "
            + "--servers local --warm-up 0 --duration 3s --preload 100 --during hold:600ms,rollback:600ms,restart:2");

        run.Steps.Where(s => s.Store == "memory").ShouldAllBe(s => RecordOf(s).Incident!.WhyNot != null);
        var (held, rolledBack) = (Step("hold:600ms"), Step("rollback:600ms"));
        // What a stall of the machine makes late is not sent: the steps need not have equally many.
        held.Verdict.Acknowledged.ShouldBe(100 + Appended(held) + 1);
        rolledBack.Verdict.Acknowledged.ShouldBe(100 + Appended(rolledBack));
        foreach (var incident in new[] { held, rolledBack }.Select(s => RecordOf(s).Incident.ShouldNotBeNull()))
        {
            // It begins when a quarter of the load is over, and ends before the load does. A timer may end a few milliseconds early.
            incident.Took!.Value.TotalMilliseconds.ShouldBeGreaterThanOrEqualTo(580);
            incident.Longest!.Value.TotalMilliseconds.ShouldBeGreaterThan(200);
            incident.Events.ShouldNotBeNull().ShouldBePositive();
        }

        var restarted = RecordOf(Step("restart:2")).Incident.ShouldNotBeNull();
        restarted.Times.ShouldBe(2);
        restarted.Took.ShouldNotBeNull().ShouldBeInRange(TimeSpan.FromMilliseconds(10), restarted.Longest.ShouldNotBeNull());

        StepRecord Step(string during) => run.Steps.Single(s => s.Store == "postgres" && RecordOf(s).During == during);
    }

    [Nightly, Fact]
    public async Task A_read_model_that_is_rebuilt_under_load_has_each_row_once()
    {
        var run = await VerifiedAsync("subscription --profile smoke --slow 0 --stores sqlite --no-ceiling --preload 1000 "
            + "--read-models 0,2 --during rebuild,rebuild:sparse");

        run.Steps.Count.ShouldBe(4);
        foreach (var step in run.Steps)
        {
            var rebuilt = RecordOf(step).Incident.ShouldNotBeNull();
            rebuilt.Took.ShouldNotBeNull().ShouldBeGreaterThan(TimeSpan.Zero);
            rebuilt.Events.ShouldNotBeNull().ShouldBeInRange(1000, step.Verdict.Acknowledged);
        }
    }

    [Nightly, Fact]
    public async Task An_event_that_only_a_filter_of_the_store_skips_is_found_in_what_follows_streams_or_categories()
    {
        var (_, run) = await RunAsync(
            $"subscription --profile smoke {WithFaulty} --stores lie-sub-filter,lie-sub-category,honest-streams,memory,dcb-memory "
            + "--follow all,stream,category --streams 12 --subscribers 13 --slow 0 --during nothing --own-writes --no-ceiling",
            exitCode: 1);

        run.Steps.Count.ShouldBe(15);
        foreach (var (step, record) in run.Steps.Select(s => (s, RecordOf(s))))
        {
            var (skips, exchanges) = (step.Store == "lie-sub-filter" && record.Follow != "all",
                step.Store == "lie-sub-category" && record.Follow == "category");
            step.Verdict.Passed.ShouldBe(!skips && !exchanges, step.Verdict.Text);
            (step.Verdict[FindingKind.SubscriptionMissed] > 0).ShouldBe(skips, step.Verdict.Text);
            (step.Verdict[FindingKind.SubscriptionReordered] > 0).ShouldBe(skips || exchanges, step.Verdict.Text);
            record.FilteredBy.ShouldBe(record.Follow == "all" ? null : step.Store == "memory" ? "subscriber" : "store");
            (record.OwnWrites is { Times.Count: > 0 }).ShouldBe(step.Store != "dcb-memory");
            record.OwnWritesBy.ShouldBe(step.Store switch { "memory" => "position", "dcb-memory" => null, _ => "row" });
        }
    }

    [Fact]
    public async Task Delays_are_not_known_where_a_subscriber_stalls()
    {
        var (_, run) = await RunAsync(
            $"subscription --profile smoke {WithFaulty} --stores lie-sub-last --slow 0 --preload 0 --read-models 0 "
            + "--during nothing --no-ceiling", exitCode: 1);

        var step = run.Steps.ShouldHaveSingleItem();
        (RecordOf(step).Delivery.Times.Count, RecordOf(step).Last.Times.Count).ShouldBe((0, 0));
        step.Notes.ShouldContain(n => n.Contains("stalled before they had all events of the load", StringComparison.Ordinal));
        ReadResult("report.md").ShouldContain("3 of 3 subscribers stalled");
    }

    [Fact]
    public async Task A_writer_does_not_wait_beyond_the_timeout_for_a_row_that_never_comes()
    {
        var (_, run) = await RunAsync(
            $"subscription --profile smoke {WithFaulty} --stores lie-row-missing --store-option faulty.rate=5 --slow 0 --during nothing "
            + "--read-models 1 --own-writes --timeout 1s --warm-up 0 --no-ceiling",
            exitCode: 1);

        run.Steps.ShouldHaveSingleItem().Errors.Keys.ShouldContain("A writer's event was not in the read model within 1s.");
    }

    private static long Appended(StepRecord step) => step.Operations.Single(o => o.Outcome == Outcome.Success).ServiceTime.Count;

    private static SubscriptionRecord RecordOf(StepRecord step) =>
        step.Detail<SubscriptionRecord>(SubscriptionRecord.Name).ShouldNotBeNull();
}
