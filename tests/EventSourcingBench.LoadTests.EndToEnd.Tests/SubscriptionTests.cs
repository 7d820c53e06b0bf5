namespace EventSourcingBench.LoadTests.EndToEnd.Tests;

/// <summary>The suite subscription on stores without a server.</summary>
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
    public async Task Events_are_held_back_behind_an_open_transaction_and_none_is_skipped()
    {
        await Postgres.SkipWithoutAsync();

        var (_, run) = await RunAsync("subscription --profile smoke --slow 0 --no-ceiling --stores sqlite,postgres --servers local "
            + "--during hold:600ms,rollback:600ms");

        run.Steps.ShouldAllBe(s => s.Verdict.Passed);
        run.Steps.Where(s => s.Store == "sqlite").ShouldAllBe(s => RecordOf(s).Incident!.WhyNot != null);
        var (held, rolledBack) = (Step("hold:600ms"), Step("rollback:600ms"));
        held.Verdict.Acknowledged.ShouldBe(rolledBack.Verdict.Acknowledged + 1);
        foreach (var incident in new[] { held, rolledBack }.Select(s => RecordOf(s).Incident.ShouldNotBeNull()))
        {
            // It begins after an eighth of a second, and the load ends after half a second.
            incident.Took!.Value.TotalMilliseconds.ShouldBeGreaterThanOrEqualTo(600);
            incident.Longest!.Value.TotalMilliseconds.ShouldBeGreaterThan(200);
            incident.Events.ShouldNotBeNull().ShouldBePositive();
        }

        StepRecord Step(string during) => run.Steps.Single(s => s.Store == "postgres" && RecordOf(s).During == during);
    }

    private static SubscriptionRecord RecordOf(StepRecord step) =>
        step.Detail<SubscriptionRecord>(SubscriptionRecord.Name).ShouldNotBeNull();
}
