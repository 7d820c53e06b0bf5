namespace EventSourcingBench.LoadTests.EndToEnd.Tests;

/// <summary>Streams that are loaded, appended to and created, and the report of them.</summary>
public sealed class MixedTests : RunTest
{
    [Fact]
    public async Task Without_the_api_each_operation_is_measured_too_and_a_store_in_the_process_of_the_runner_is_not_killed()
    {
        var run = await VerifiedAsync(
            "mixed --profile smoke --stores memory,sqlite:tuned --mix service,ycsb-e --copies 1 --duration 300ms --no-ceiling --via direct "
            + "--verify-after-kill --verify-reads 0");

        foreach (var step in run.Steps)
        {
            ShouldBeMeasured(step, snapshots: 0, models: 0);
            step.Verdict.Text.ShouldContain("not observed during the load (--verify-reads 0)");
            if (step.Store.StartsWith("memory", StringComparison.Ordinal))
                continue;

            step.Verdict.Text.ShouldContain("also after reopening by another process");
            step.Verdict.Text.ShouldMatch("not killed: .*--via direct");
        }
    }

    internal static void ShouldBeMeasured(StepRecord step, int snapshots, int models)
    {
        var mixed = step.Detail<MixedRecord>(MixedRecord.Name).ShouldNotBeNull();
        step.Durability.ShouldBeNull(step.Durability?.Reason);
        (mixed.Snapshots, mixed.ReadModels).ShouldBe((snapshots, models));
        // A short step of ycsb-e on a busy machine may scan only, and append nothing.
        (step.Verdict.Acknowledged > 0 || mixed.Mix == "ycsb-e").ShouldBeTrue();
        ((step.ProjectionDelay?.Count ?? 0) > 0).ShouldBe(models > 0 && mixed.Operations.Keys.Any(k => k is "create" or "update"));
        mixed.Operations.Keys.ShouldContain(mixed.Mix == "service" ? "update" : "scan");
        mixed.Operations.Keys.Except(["create", .. mixed.Mix == "service" ? (string[])["load", "update"] : ["scan"]]).ShouldBeEmpty();
        mixed.Operations.Values.Sum(o => o.Requests).ShouldBe(step.Operations.Sum(o => o.ServiceTime.Count));
    }

    [Fact]
    public async Task What_was_due_and_never_sent_makes_the_times_of_each_operation_lower_bounds()
    {
        var step = await VerifiedStepAsync("mixed --profile smoke --stores memory --store-option memory.delay=2s --mix service --rate 4000 "
            + "--warm-up 0 --duration 1s --verify-reads 0 --no-ceiling --via direct");

        step.Errors.Keys.ShouldContain(e => e.StartsWith("not sent: ", StringComparison.Ordinal));
        var mixed = step.Detail<MixedRecord>(MixedRecord.Name).ShouldNotBeNull();
        (mixed.Operations["update"].P50IsLowerBound, mixed.Operations["update"].P99IsLowerBound).ShouldBe((true, true));
        ReadResult("report.md").ShouldContain(" or more");
    }

    [Fact]
    public async Task A_share_of_the_highest_rate_is_loaded_beside_faults()
    {
        var run = await VerifiedAsync(
            "mixed --profile smoke --stores sqlite:tuned --share 60% --faults pause:100ms --every 400ms --duration 1s --no-ceiling");

        var step = run.Steps.ShouldHaveSingleItem();
        step.Copies.ShouldBeNull();
        var rate = step.Rate.ShouldNotBeNull();
        step.Notes.ShouldContain(n => n.Contains($"{rate}/s are 60% of the ", StringComparison.Ordinal));
        step.Detail<FaultRecord>(FaultRecord.Name).ShouldNotBeNull().Times.ShouldBeGreaterThan(0);
        ReadResult("report.md").ShouldContain("Faults beside the load");
    }

    [Nightly, Fact]
    public async Task A_fault_that_would_end_the_process_of_the_read_models_does_not_happen()
    {
        var step = await VerifiedStepAsync(
            "mixed --profile smoke --stores sqlite:tuned --read-models 1 --faults kill --every 400ms --duration 1s --no-ceiling");

        var record = step.Detail<FaultRecord>(FaultRecord.Name).ShouldNotBeNull();
        (record.Times, record.WhyNot.ShouldNotBeNull()).ShouldBe((0, "its read models run in the API's only process, which would be "
            + "started again"));
    }
}
