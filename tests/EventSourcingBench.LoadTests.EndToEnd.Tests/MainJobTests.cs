namespace EventSourcingBench.LoadTests.EndToEnd.Tests;

public sealed class MainJobTests : RunTest
{
    [Fact]
    public async Task Three_suites_run_on_the_embedded_stores_and_the_report_is_drawn_and_drawn_again()
    {
        var (ended, run) = await RunAsync("--profile smoke --stores memory,sqlite");

        var report = Path.Combine(Results, "report.html");
        ended.Output.ShouldContain(report);
        ended.Output.ShouldContain("verified");
        Directory.EnumerateFiles(Results).Select(Path.GetFileName).Order()
            .ShouldBe(["environment.json", "report.html", "report.md", "results.csv", "run.json"]);
        run.Run.Interrupted.ShouldBeFalse();
        run.Run.Together.ShouldBeFalse();
        run.Run.Stores.Select(s => (s.Name, s.Durability)).Order().ShouldBe(
            [("memory", "volatile"), ("sqlite:conventional", "fsync"), ("sqlite:tuned", "fsync")]);
        run.Environment.NoOpCeiling.Keys.Order().ShouldBe([1, 2]);
        run.Steps.Select(s => (s.Suite, s.Store, s.Copies)).Order().ShouldBe(
            from load in new[] { ("append", 1), ("append", 2), ("mixed", 2), ("projection", 1), ("projection", 2) }
            from store in new[] { "memory", "sqlite:conventional", "sqlite:tuned" }
            orderby load.Item1, store
            select (load.Item1, store, (int?)load.Item2));
        foreach (var step in run.Steps)
        {
            step.Verdict.Passed.ShouldBeTrue(step.Verdict.Text);
            step.Verdict.Acknowledged.ShouldBeGreaterThan(0);
            step.Throughput.ShouldBeGreaterThan(0);
            step.Seconds.ShouldNotBeEmpty();
            ((step.ProjectionDelay?.Count ?? 0) > 0).ShouldBe(step.Suite == "projection");
        }

        run.Run.Stores.Where(s => s.ProfileOf == "sqlite").Select(s => (s.Profile, s.Options["sqlite.groupCommit"])).Order()
            .ShouldBe([("conventional", "off"), ("tuned", "on")]);
        ReadResult("report.md").ShouldMatch(@"Throughput of tuned over conventional, least to greatest: sqlite [\d.]+ to [\d.]+ times\.");
        File.Delete(report);
        (await Command.RunAsync($"report {Results}")).ShouldExitWith(0).Output.Trim().ShouldBe(report);
        File.Exists(report).ShouldBeTrue();

        (await Command.RunAsync($"report {Results} {Results} --output {Folder.At("both")}")).ShouldExitWith(0);
        File.Exists(Folder.At("both/report.html")).ShouldBeTrue();

        var file = Folder.Write("file", "");
        (await Command.RunAsync($"report {Results} --output {file}")).ShouldComplain(file, "--output");
    }

    [Fact]
    public async Task Suites_and_stores_are_listed()
    {
        var suites = await Command.RunAsync("suites");
        suites.ShouldExitWith(0).Output.ShouldContain("smoke");
        suites.Output.ShouldContain("projection");

        var stores = await Command.RunAsync("stores");
        stores.ShouldExitWith(0).Output.ShouldContain("memory.delay");
        stores.Output.ShouldContain("sqlite");
        stores.Output.ShouldContain("--command-handling akka");
    }

    [Fact]
    public async Task A_folder_without_a_run_cannot_be_drawn()
    {
        (await Command.RunAsync($"report {Folder.Path}"))
            .ShouldComplain("not a results folder", Folder.Path, "run.json", "*-report-full.json");
        (await Command.RunAsync($"report {Folder.At("nowhere")}")).ShouldComplain("not a results folder");

        Folder.Write("run.json", "{ \"schemaVersion\": 1,\n \"id\": ");
        (await Command.RunAsync($"report {Folder.Path}")).ShouldComplain(Folder.At("run.json"), "line 2");
    }
}
