namespace EventSourcingBench.LoadTests.EndToEnd.Tests;

/// <summary>Stores that are wrong on purpose: each must be caught, said, and left out of the ranking.</summary>
public sealed class FaultyStoreTests : RunTest
{
    private static readonly string Append = $"append --profile smoke --warm-up 0 --no-ceiling {WithFaulty}";

    [Fact]
    public async Task Lies_are_caught_through_the_api_and_when_its_process_was_killed_and_a_good_store_beside_them_is_ranked()
    {
        const string honest = "honest-persistent";
        var lies = new Dictionary<string, FindingKind>
        {
            ["lie-killed"] = FindingKind.Lost,
            ["lie-killed-all"] = FindingKind.Lost,
            ["lie-duplicate"] = FindingKind.Duplicated,
            ["lie-ack-position"] = FindingKind.Misplaced,
        };
        var (_, run) = await RunAsync(
            // As many as a 99th percentile needs, by which an open load is ranked.
            $"{Append} --rate 1100 --duration 1s --verify-after-kill --stores {honest},{string.Join(',', lies.Keys)} "
            + "--store-option faulty.rate=2",
            exitCode: 1);

        foreach (var step in run.Steps.Where(s => s.Store != honest))
        {
            step.Verdict[lies[step.Store]].ShouldBeGreaterThan(0, step.Store);
            step.Verdict.Passed.ShouldBeFalse();
            step.Verdict.Text.ShouldStartWith("FAILED: ");
            step.Verdict.Text.ShouldNotContain("also after SIGKILL and reopening");
        }

        var good = run.Steps.Single(s => s.Store == honest).Verdict;
        good.Passed.ShouldBeTrue(good.Text);
        good.Text.ShouldContain("also after SIGKILL and reopening");
        var report = ReadResult("report.md");
        report.ShouldContain($"| 1 | {honest} |");
        report.ShouldNotMatch(@"\| \d+ \| lie-", "those without a good verdict have a dash for a rank");
    }

    [Theory]
    [InlineData("http")]
    [InlineData("direct")]
    public async Task A_store_that_claims_to_force_its_writes_is_caught_by_their_count_and_honest_stores_are_not(string via)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux() && Environment.IsPrivilegedProcess, "Only root on Linux can count forced writes.");
        // With --via direct those of the process itself are counted: they must not be those of other tests.
        (await (via == "http"
            ? EndAsync($"{Append} --copies 1 --duration 1s --stores sqlite:tuned,lie-tier --via http")
            : EndProcessAsync($"{Append} --copies 1 --duration 1s --stores filelog,lie-tier --via direct"))).ShouldExitWith(0);

        var run = RunFolder.Read(Results);
        Assert.SkipWhen(run.Steps[0].ForcedWrites is null, "Forced writes cannot be counted on this file system.");
        ShouldBeRefuted(run, " successes one after the other came with 0 forced writes");
        run.Steps.Where(s => s.Store != "lie-tier").ShouldAllBe(s => s.ForcedWrites!.Count
            >= s.Operations.Where(o => o.Outcome == Outcome.Success).Sum(o => o.ServiceTime.Count) - 1);
    }

    // Without the API, whose own time would hide that nothing is forced.
    [Nightly, Fact]
    public async Task A_store_that_claims_to_force_its_writes_is_caught_by_its_time_where_they_cannot_be_counted()
    {
        var home = Temp.Folder("home");

        // Warm: code that is still compiled is as slow as a forced write on a busy machine.
        var ended = await Runner.RunAsync(
            RunnerOptions.AsNobody(home),
            $"append --profile smoke --no-ceiling {WithFaulty} --copies 1 --stores filelog,lie-tier --via direct --output {home}/run");

        ended.ShouldExitWith(0).Output.Split('\n').ShouldContain(l => l.Contains("ranked as buffered, not as fsync"), 1);
        var run = RunFolder.Read(Path.Combine(home, "run"));
        run.Steps.ShouldAllBe(s => s.ForcedWrites == null);
        ShouldBeRefuted(run, " while the fastest forced write measured here took ");
    }

    private static void ShouldBeRefuted(RunFolder run, string reason)
    {
        run.Steps.ShouldAllBe(s => s.Verdict.Passed);
        run.Run.Stores.Where(s => s.Name != "lie-tier").ShouldAllBe(s => s.Durability == "fsync");
        var store = run.Run.Stores.Single(s => s.Name == "lie-tier");
        store.Durability.ShouldBe("buffered");
        store.DurabilityReason.ShouldContain(reason);
        File.ReadAllText(Path.Combine(run.Path, "report.md")).ShouldContain("lie-tier is ranked as buffered");
    }
}
