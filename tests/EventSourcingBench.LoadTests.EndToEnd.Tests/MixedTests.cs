namespace EventSourcingBench.LoadTests.EndToEnd.Tests;

/// <summary>Streams that are loaded, appended to and created, and the report of them.</summary>
public sealed class MixedTests : RunTest
{
    [Theory]
    [InlineData("http", 5, 2)]
    [InlineData("direct", 0, 0)]
    public async Task Each_operation_is_measured_and_reported_and_a_report_of_the_run_shows_the_same(string via, int snapshots, int models)
    {
        var run = await VerifiedAsync(
            "mixed --profile smoke --stores memory,sqlite:tuned --mix service,ycsb-e --copies 1 --duration 300ms --no-ceiling "
            + $"--via {via} --snapshots {snapshots} --read-models {models}");
        (await Command.RunAsync($"report {Results} --output {Temp.At("again")}")).ShouldExitWith(0);

        foreach (var step in run.Steps)
        {
            var mixed = step.Detail<MixedRecord>(MixedRecord.Name).ShouldNotBeNull();
            step.Durability.ShouldBeNull(step.Durability?.Reason);
            (mixed.Snapshots, mixed.ReadModels).ShouldBe((snapshots, models));
            // A short step of ycsb-e on a busy machine may scan only, and append nothing.
            ((step.ProjectionDelay?.Count ?? 0) > 0).ShouldBe(models > 0 && mixed.Operations.Keys.Any(k => k is "create" or "update"));
            mixed.Operations.Keys.ShouldContain(mixed.Mix == "service" ? "update" : "scan");
            mixed.Operations.Keys.Except(["create", .. mixed.Mix == "service" ? (string[])["load", "update"] : ["scan"]]).ShouldBeEmpty();
            mixed.Operations.Values.Sum(o => o.Requests).ShouldBe(step.Operations.Sum(o => o.ServiceTime.Count));
        }

        var tables = File.ReadAllText(Temp.At("again/report.md"));
        tables.ShouldContain("Response time of each operation");
        tables.Replace($"(../{Path.GetFileName(Results)}/plans/", "(plans/", StringComparison.Ordinal).ShouldBe(ReadResult("report.md"));
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
}
