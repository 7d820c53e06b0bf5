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
}
