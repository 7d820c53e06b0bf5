using EventSourcingBench.LoadTests.Cli;

namespace EventSourcingBench.Reporting.Tests;

public sealed class PublicationTests
{
    /// <summary>What is changed of a run that passes the gate, and words of the only reason that is given.</summary>
    public static TheoryData<string, Func<RunFolder, RunFolder>, string> Unfit => new()
    {
        { "interrupted", r => r.With(run => run with { Interrupted = true }), "Repeat it and let it end" },
        { "killed", r => r.With(run => run with { EndedAt = run.StartedAt }), "it was killed" },
        { "together", r => r.With(run => run with { Together = true }), "without --together" },
        { "no checkout", r => r.With(run => run with { GitCommit = null }), "from a checkout" },
        { "changed", r => r.With(run => run with { GitCommit = "0b847c1e-dirty" }), "uncommitted changes" },
        { "warned", r => r with { Environment = r.Environment with { Warnings = ["A debugger is attached."] } }, "A debugger is attached" },
        { "no disk", r => r with { Environment = r.Environment with { FsyncP50Microseconds = 1 } }, "Set TMPDIR" },
        { "failed", r => WithStep(r, s => s with { Verdict = SyntheticRun.Lost }), "failed verification: postgres in append at 4 copies" },
        { "not verified", r => WithStep(r, s => s with { Verdict = SyntheticRun.NotVerified }), "could not be verified" },
        { "four trials", r => r with { Steps = [.. r.Steps.Where(s => s.Trial < 5)] }, "has fewer than 5 trials" },
        { "no ceiling", r => WithStep(r, s => s with { ShareOfCeiling = null }, all: true), "the no-op ceiling was not measured" },
        {
            "no settings", r => r.With(run => run with
            {
                Stores =
                [
                    run.Stores[0],
                    run.Stores[1] with
                    {
                        ServerOrigin = "environment (EVENTSOURCINGBENCH_POSTGRES)",
                        Settings = new Dictionary<string, string> { ["Pool (client)"] = "1" },
                    },
                ],
            }),
            "No settings of postgres"
        },
        {
            "refuted", r => r.With(run => run with { Stores = [run.Stores[0], run.Stores[1] with { DurabilityReason = "It lies." }] }) with
            {
                Steps = [.. r.Steps.Select(s => s with { Durability = new DurabilityRecord("fsync", "It lies.") })],
            },
            "postgres keeps less than it claims"
        },
    };

    [Fact]
    public void A_run_that_can_be_believed_and_repeated_passes_the_gate_and_keeps_what_the_report_says()
    {
        var run = Publication.Of(Run());

        run.Forced.ShouldBeEmpty();
        var cell = run.Suites.ShouldHaveSingleItem().Cells.Single(c => c is { Store: "postgres", Load: "4 copies" });
        var expected = ReportBuilder.Build([Run()]).Suites[0].Cells.Single(c => c.Store == "postgres" && c.Load.Label == "4 copies");
        cell.Values.Select(v => v.Name).ShouldBe(["Throughput", "Response p50", "Response p99"]);
        cell.Values[0].Median.ShouldBe(expected.Throughput.Median, 1e-4 * expected.Throughput.Median);
        cell.Values[0].Trials.Count.ShouldBe(5);
        cell.Response!.Count.ShouldBe(expected.Response!.Merged.Count);
        var median = expected.Response.At("p50").ShouldNotBeNull().Median;
        LatencyHistogram.FromRecord(cell.Response).Percentile(50).TotalMilliseconds.ShouldBe(median, median / 16);
        cell.Notes.ShouldContain(n => n.Contains("lower bounds", StringComparison.Ordinal));
    }

    [Fact]
    public void Requests_that_failed_soon_are_no_fast_answers()
    {
        var failed = new OperationRecord("append", Outcome.Error, SyntheticRun.Histogram(1, 40), SyntheticRun.Histogram(1, 40));
        var run = Publication.Of(WithStep(Run(), s => s with { Operations = [.. s.Operations, failed] }));
        var times = run.Suites[0].Cells.Single(c => c.Store == "postgres").Response.ShouldNotBeNull();
        times.Count.ShouldBe((5 * 2_013) + 40);
        times.MinMicroseconds.ShouldBeGreaterThan(100);
        LatencyHistogram.FromRecord(times).Percentile(99.7).TotalMicroseconds.ShouldBe(times.MaxMicroseconds);
    }

    [Fact]
    public void The_cold_trial_of_an_ingest_is_one_of_those_that_were_asked_for()
    {
        static IEnumerable<string> Forced(int trials) =>
            Publication.Of(new SyntheticIngest { Trials = trials }.Add("sqlite").Build()).Forced.Where(r => r.Contains("trials"));

        Forced(5).ShouldBeEmpty();
        Forced(4).ShouldHaveSingleItem().ShouldContain("--trials 5");
    }

    [Theory]
    [MemberData(nameof(Unfit), DisableDiscoveryEnumeration = true)]
    public void A_run_that_cannot_says_why(string what, Func<RunFolder, RunFolder> change, string reason) =>
        Publication.Of(change(Run())).Forced.ShouldHaveSingleItem(what).ShouldContain(reason);

    [Theory]
    [InlineData("Host=db;Password=Geheim99;Username=u", "Host=db;Password=***")]
    [InlineData("PGPASSWORD=hunter22", "PGPASSWORD=***")]
    [InlineData("Host=db;sslPassword=p*ssw0rd", "sslPassword=***")]
    [InlineData("tried mongodb://u:geheim@db/?replicaSet=rs0", "tried mongodb://u:***")]
    [InlineData("Password=***;tokens: 5; password_encryption=scram-sha-256; http://localhost:80/a@b", null)]
    public void A_password_is_found_whatever_process_it_was_of(string text, string? found)
    {
        var run = Publication.Of(Run());
        Publication.SecretsIn(run).ShouldBeEmpty();
        var secrets = Publication.SecretsIn(run with { Unavailable = [new("a", text, "")] });
        secrets.Count.ShouldBe(found is null ? 0 : 1);
        secrets.ShouldAllBe(s => s.EndsWith(found!, StringComparison.Ordinal));
    }

    [Fact]
    public async Task Only_a_forced_command_writes_a_run_that_does_not_pass_and_the_site_has_it()
    {
        using var temp = new TempFolder();
        var folder = temp.Folder("run");
        new SyntheticRun { Interrupted = true }.Complete().WriteTo(folder);

        (await Commands.RunAsync(["publish", folder, "--output", temp.At("published")])).ShouldBe(1);
        Directory.Exists(temp.At("published")).ShouldBeFalse();

        (await Commands.RunAsync(["publish", folder, "--output", temp.At("published"), "--force"])).ShouldBe(0);
        var published = PublishedRunFile.ReadAll(temp.At("published")).ShouldHaveSingleItem();
        published.Forced.ShouldContain(r => r.Contains("failed verification", StringComparison.Ordinal));
        published.Forced.ShouldContain(r => r.Contains("interrupted", StringComparison.Ordinal));

        (await Commands.RunAsync(["site", "--published", temp.At("published"), "--output", temp.At("site")])).ShouldBe(0);
        File.ReadAllText(temp.At("site/index.html")).ShouldContain(published.Id);
        File.Exists(temp.At($"site/published/{published.Id}.json")).ShouldBeTrue();
        (await Commands.RunAsync(["site", "--published", temp.At("site/published"), "--output", temp.At("site")])).ShouldBe(0);
    }

    private static RunFolder WithStep(RunFolder run, Func<StepRecord, StepRecord> change, bool all = false) => run with
    {
        Steps = [.. run.Steps.Select(s => all || (s.Store, s.Trial) == ("postgres", 2) ? change(s) : s)],
    };

    private static RunFolder Run()
    {
        var run = new SyntheticRun { Stores = ["memory", "postgres"] };
        foreach (var (store, trial) in from s in run.Stores from t in Enumerable.Range(1, 5) select (s, t))
            run.Add("append", store, 4, trial: trial);

        return run.Build();
    }
}
