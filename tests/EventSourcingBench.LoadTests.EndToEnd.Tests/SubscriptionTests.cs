namespace EventSourcingBench.LoadTests.EndToEnd.Tests;

public sealed class SubscriptionTests : RunTest
{
    [Fact]
    public async Task Each_subscriber_has_every_event_once_and_a_slow_one_is_measured_apart()
    {
        var (_, run) = await RunAsync("subscription --profile smoke --stores memory,sqlite --no-ceiling");

        run.Steps.Select(s => (s.Store, RecordOf(s).Slow)).Order().ShouldBe(
            [("memory", "0"), ("memory", "1:2ms"), ("sqlite", "0"), ("sqlite", "1:2ms")]);
        foreach (var step in run.Steps)
        {
            step.Verdict.Passed.ShouldBeTrue(step.Verdict.Text);
            step.Verdict.Text.ShouldContain("3 live subscribers had each of them once, in order");
            var record = RecordOf(step);
            var appended = step.Operations.Single(o => o.Outcome == Outcome.Success).ServiceTime.Count;
            var slow = record.Slow == "0" ? 0 : 1;
            record.Delivery.Times.Count.ShouldBe((3 - slow) * appended);
            (record.SlowDelivery?.Times.Count ?? 0).ShouldBe(slow * appended);
            record.Last.Times.Count.ShouldBe(appended);
            record.Last.Max.ShouldBeGreaterThanOrEqualTo(record.Delivery.Max);
            record.ClientMemory.ShouldBeGreaterThan(10 << 20);
            step.ProjectionDelay.ShouldNotBeNull().Count.ShouldBe(appended);
        }

        ReadResult("report.md").ShouldContain("Delivery (milliseconds, measured time)");
    }

    [Fact]
    public async Task A_known_delay_of_deliveries_is_in_what_is_measured()
    {
        var step = await VerifiedStepAsync(
            "subscription --profile smoke --slow 0 --stores memory --store-option memory.deliveryDelay=20ms --no-ceiling");

        TimeSpan.FromMicroseconds(RecordOf(step).Delivery.Times.MinMicroseconds).TotalMilliseconds.ShouldBeGreaterThanOrEqualTo(20);
    }

    [Fact]
    public async Task A_read_model_that_is_rebuilt_under_load_has_each_row_once()
    {
        var (_, run) = await RunAsync("subscription --profile smoke --slow 0 --stores memory,sqlite --no-ceiling --preload 3000 "
            + "--read-models 0,2 --during rebuild,rebuild:sparse");

        run.Steps.Count.ShouldBe(8);
        foreach (var step in run.Steps)
        {
            step.Verdict.Passed.ShouldBeTrue(step.Verdict.Text);
            var rebuilt = RecordOf(step).Incident.ShouldNotBeNull();
            rebuilt.Took.ShouldNotBeNull().ShouldBeGreaterThan(TimeSpan.Zero);
            rebuilt.Events.ShouldNotBeNull().ShouldBeInRange(3000, step.Verdict.Acknowledged);
        }
    }

    [Fact]
    public async Task A_projection_whose_process_is_killed_has_each_row_once()
    {
        await Postgres.SkipWithoutAsync();

        var (_, run) = await RunAsync("subscription --profile smoke --slow 0 --read-models 0 --stores memory,postgres --servers local "
            + "--preload 100 --during restart:2 --no-ceiling");

        run.Steps.ShouldAllBe(s => s.Verdict.Passed);
        RecordOf(run.Steps.Single(s => s.Store == "memory")).Incident.ShouldNotBeNull().WhyNot.ShouldNotBeNull();
        var restarted = RecordOf(run.Steps.Single(s => s.Store == "postgres")).Incident.ShouldNotBeNull();
        restarted.Times.ShouldBe(2);
        restarted.Took.ShouldNotBeNull().ShouldBeInRange(TimeSpan.FromMilliseconds(10), restarted.Longest.ShouldNotBeNull());
    }

    private static SubscriptionRecord RecordOf(StepRecord step) =>
        step.Detail<SubscriptionRecord>(SubscriptionRecord.Name).ShouldNotBeNull();
}
