namespace EventSourcingBench.LoadTests.EndToEnd.Tests;

/// <summary>Streams that are loaded, appended to and created, and the report of them.</summary>
public sealed class MixedTests : IDisposable
{
    private readonly TempFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("http", 5, 2)]
    [InlineData("direct", 0, 0)]
    public async Task Each_operation_is_measured_and_reported_and_a_report_of_the_run_shows_the_same(string via, int snapshots, int models)
    {
        var (run, again) = (_folder.At("run"), _folder.At("again"));
        var ended = await Command.RunAsync(
            "mixed", "--profile", "smoke", "--stores", "memory,sqlite", "--mix", "service,ycsb-e", "--snapshots", $"{snapshots}",
            "--read-models", $"{models}", "--copies", "1", "--via", via, "--output", run);
        var redrawn = await Command.RunAsync("report", run, "--output", again);

        ended.ShouldExitWith(0).Errors.ShouldBeEmpty();
        redrawn.ShouldExitWith(0);
        foreach (var step in RunFolder.Read(run).Steps)
        {
            var mixed = step.Detail<MixedRecord>(MixedRecord.Name).ShouldNotBeNull();
            step.Verdict.Passed.ShouldBeTrue(step.Verdict.Text);
            step.Durability.ShouldBeNull(step.Durability?.Reason);
            (mixed.Snapshots, mixed.ReadModels).ShouldBe((snapshots, models));
            ((step.ProjectionDelay?.Count ?? 0) > 0).ShouldBe(models > 0);
            mixed.Operations.Keys.ShouldContain(mixed.Mix == "service" ? "update" : "scan");
            mixed.Operations.Keys.Except(["create", .. mixed.Mix == "service" ? (string[])["load", "update"] : ["scan"]]).ShouldBeEmpty();
            mixed.Operations.Values.Sum(o => o.Requests).ShouldBe(step.Operations.Sum(o => o.ServiceTime.Count));
        }

        var tables = File.ReadAllText(Path.Combine(again, "report.md"));
        tables.ShouldContain("Response time of each operation");
        tables.ShouldBe(File.ReadAllText(Path.Combine(run, "report.md")));
    }
}
