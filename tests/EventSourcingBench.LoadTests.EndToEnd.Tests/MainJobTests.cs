namespace EventSourcingBench.LoadTests.EndToEnd.Tests;

public sealed class MainJobTests : RunTest
{
    [Fact]
    public async Task Three_suites_run_on_the_embedded_stores_and_the_report_is_drawn_and_drawn_again()
    {
        var (ended, run) = await RunAsync(
            "--profile smoke --copies 2 --stores memory,sqlite --mix service,ycsb-e --snapshots 5 --read-models 2");

        var report = Path.Combine(Results, "report.html");
        ended.Output.ShouldContain(report);
        Directory.EnumerateFiles(Results).Select(Path.GetFileName).Order()
            .ShouldBe(["environment.json", "report.html", "report.md", "results.csv", "run.json"]);
        (run.Run.Interrupted, run.Run.Together).ShouldBe((false, false));
        run.Run.Stores.Select(s => (Name(s.Name), s.Durability)).Distinct().Order().ShouldBe(
            [("memory", "volatile"), ("sqlite:conventional", "fsync"), ("sqlite:tuned", "fsync")]);
        run.Environment.NoOpCeiling.Keys.ShouldBe([2]);
        run.Steps.Select(s => (s.Suite, Name(s.Store), s.Copies)).Order().ShouldBe(
            (from suite in new[] { "append", "mixed", "mixed", "projection" }
             from store in new[] { "memory", "sqlite:conventional", "sqlite:tuned" }
             select (suite, store, (int?)2)).Order());
        foreach (var step in run.Steps)
        {
            step.Verdict.Passed.ShouldBeTrue(step.Verdict.Text);
            step.Throughput.ShouldBeGreaterThan(0);
            step.Seconds.ShouldNotBeEmpty();
            if (step.Suite == "mixed")
            {
                MixedTests.ShouldBeMeasured(step, snapshots: 5, models: 2);
                continue;
            }

            step.Verdict.Acknowledged.ShouldBeGreaterThan(0);
            ((step.ProjectionDelay?.Count ?? 0) > 0).ShouldBe(step.Suite == "projection");
        }

        run.Run.Stores.Where(s => s.ProfileOf == "sqlite").Select(s => (s.Profile, s.Options["sqlite.groupCommit"])).Distinct().Order()
            .ShouldBe([("conventional", "off"), ("tuned", "on")]);
        ReadResult("report.md").ShouldMatch(@"Throughput of tuned over conventional, least to greatest: sqlite [\d.]+( to [\d.]+)? times");
        ReadResult("report.md").ShouldContain("Response time of each operation");
        (await Command.RunAsync($"report {Results} --output {Temp.At("again")}")).ShouldExitWith(0);
        File.ReadAllText(Temp.At("again/report.md")).Replace("(../run/plans/", "(plans/", StringComparison.Ordinal)
            .ShouldBe(ReadResult("report.md"));
        File.Delete(report);
        (await Command.RunAsync($"report {Results}")).ShouldExitWith(0).Output.Trim().ShouldBe(report);
        File.Exists(report).ShouldBeTrue();

        (await Command.RunAsync($"report {Results} {Results} --output {Temp.At("both")}")).ShouldExitWith(0);
        File.Exists(Temp.At("both/report.html")).ShouldBeTrue();

        var file = Temp.Write("file", "");
        (await Command.RunAsync($"report {Results} --output {file}")).ShouldComplain(file, "--output");
        (await Command.RunAsync($"report {Temp.Path}")).ShouldComplain("not a results folder", Temp.Path);

        // Without its mix.
        static string Name(string store) => store.Split(" (")[0];
    }

    [Fact]
    public async Task Suites_and_stores_are_listed()
    {
        var suites = await Command.RunAsync("suites");
        suites.ShouldExitWith(0).Output.ShouldContain("smoke");
        suites.Output.ShouldContain("projection");
        var stores = await Command.RunAsync("stores --servers env");
        stores.ShouldExitWith(0).Output.ShouldContain("memory.delay");
        stores.Output.ShouldContain("sqlite");
        stores.Output.ShouldContain("--command-handling akka");
        // The table breaks lines where it wants.
        stores.Output.ShouldMatch($@"{Postgres.Variable}\s+is\s+not\s+set\.\s+Set");
    }
}
