namespace EventSourcingBench.LoadTests.EndToEnd.Tests;

/// <summary>The suite faults.</summary>
public sealed class FaultTests : RunTest
{
    private const string Faults = "faults --profile smoke --servers local --no-ceiling";

    [Fact]
    public async Task A_server_that_is_stopped_or_out_of_reach_goes_on_and_unknown_outcomes_are_looked_up()
    {
        await Postgres.SkipWithoutAsync();
        var run = await VerifiedAsync(
            // Each request that waits takes a connection, which a server starts a process for.
            $"{Faults} --stores postgres --rate 40 --every 1s --duration 2s --faults pause:700ms,partition:700ms,reset,pause-api:700ms");

        ShouldHaveHappened(run);
        foreach (var step in run.Steps.Where(s => RecordOf(s).Fault != "reset"))
        {
            RecordOf(step).LongestPause!.Value.ShouldBeGreaterThan(TimeSpan.FromMilliseconds(500), RecordOf(step).Fault);
            step.Verdict.UnknownOutcomes.ShouldBePositive(RecordOf(step).Fault);
        }
    }

    [Nightly, Theory]
    [InlineData("etcd")]
    [InlineData("postgres-replicated")]
    public async Task Nodes_of_a_server_are_hit_in_turn_and_nothing_is_lost(string store)
    {
        await Postgres.SkipWithoutAsync(store);
        var run = await VerifiedAsync(
            $"{Faults} --stores {store} --nodes 3 --every 3s --duration 9s --timeout 5s "
            + "--faults kill-node,pause-node:700ms,partition-node:700ms,isolate-node:1500ms");

        ShouldHaveHappened(run);
        run.Steps.Count.ShouldBe(4);
        run.Steps.ShouldAllBe(s => RecordOf(s).Trials[0].What.StartsWith("Node 1 of 3 of the "));
    }

    [Nightly, Theory]
    [InlineData("filelog,sqlite", "torn-write,slow-disk:700ms")]
    [InlineData("postgres", "delay:50ms,slow-disk:700ms")]
    public async Task Torn_writes_and_slow_disks_and_networks_lose_nothing(string stores, string faults)
    {
        await Postgres.SkipWithoutAsync();
        var run = await VerifiedAsync($"{Faults} --stores {stores} --every 4s --duration 8s --faults {faults}");

        ShouldHaveHappened(run);
        run.Steps.Where(s => RecordOf(s).Fault == "torn-write")
            .ShouldAllBe(s => RecordOf(s).Trials.All(t => t.What.Contains("bytes of a torn write", StringComparison.Ordinal)));
    }

    [Nightly, Theory]
    [InlineData("kill")]
    [InlineData("clock-jump:10m")]
    public async Task A_store_without_streams_is_hit_beside_its_client(string fault)
    {
        await Postgres.SkipWithoutAsync();
        Assert.SkipWhen(JumpingClock.Find(Temp.Path) is null, "libfaketime is not installed (Debian: faketime).");
        var run = await VerifiedAsync(
            $"{Faults} --via direct --stores dcb-postgres-btree --every 6s --duration 12s --faults {fault}");

        ShouldHaveHappened(run);
    }

    [Nightly, Fact]
    public async Task What_cannot_happen_to_a_store_says_why()
    {
        var run = await VerifiedAsync("faults --profile smoke --warm-up 0 --every 2s --duration 2s --via direct --stores sqlite "
            + "--faults kill-leader,kill-api,pause:1s,partition:1s,power-cut");
        run.Steps.Count.ShouldBe(5);
        run.Steps.Select(s => RecordOf(s).WhyNot).ShouldAllBe(w => w != null);
        run.Steps.ShouldAllBe(s => RecordOf(s).Times == 0);
    }

    [Theory]
    [InlineData("filelog")]
    [InlineData("sqlite")]
    [InlineData("postgres")]
    [InlineData("sqlite --store-option sqlite.synchronous=off", false)]
    public async Task Only_what_was_forced_to_disk_survives_a_power_cut(string store, bool survives = true)
    {
        await Postgres.SkipWithoutAsync();
        var lazyFs = Environment.GetEnvironmentVariable("EVENTSOURCINGBENCH_LAZYFS");
        Assert.SkipWhen(lazyFs is null, "EVENTSOURCINGBENCH_LAZYFS=MOUNT,FIFO names no mounted LazyFS (docs/durability.md)");
        var (_, run) = await RunAsync(
            $"{Faults} --lazyfs {lazyFs} --faults power-cut --every 4s --duration 8s --stores {store}", survives ? 0 : 1);

        ShouldHaveHappened(run);
        var verdict = run.Steps.Single().Verdict;
        verdict.Passed.ShouldBe(survives, verdict.Text);
        (verdict[FindingKind.Lost] > 0).ShouldBe(!survives, verdict.Text);
    }

    [Nightly, Fact]
    public async Task What_is_forced_survives_a_kill_also_without_the_page_cache_and_what_is_in_memory_is_lost()
    {
        await Postgres.SkipWithoutAsync();

        var (ended, run) = await RunAsync($"{Faults} --stores memory,filelog,sqlite,postgres --faults kill,cold-restart", exitCode: 1);

        ended.Output.ShouldContain("first success");
        ShouldHaveHappened(run);
        foreach (var step in run.Steps)
        {
            (step.Verdict[FindingKind.Lost] > 0).ShouldBe(step.Store == "memory", step.Verdict.Text);
            step.Verdict.Passed.ShouldBe(step.Store != "memory", step.Verdict.Text);
        }

        var report = ReadResult("report.md");
        report.ShouldContain("### Survives");
        report.ShouldContain("The postgres server was killed (SIGKILL); it was started again.");
        report.ShouldContain("The API was killed (SIGKILL), and its files were dropped from the page cache; it was started again.");
        ReadResult("report.html").ShouldContain("What survives, and how long a store is away");
    }

    [Nightly, Theory]
    [InlineData("sqlite,postgres --every 2s", 2, "The disk was full; there was room after 700ms.")]
    [InlineData(
        "filelog --every 6s --duration 10s", 1,
        "The disk was full; there was room after 700ms; as nothing succeeded for 3s, it was started again.")]
    public async Task On_a_full_disk_nothing_acknowledged_is_lost_and_stores_go_on_when_there_is_room(
        string stores, int times, string what)
    {
        var disk = Temp.Folder("disk");
        var options = (RunnerOptions.Default with { Prefix = await Mounts.DiskAsync(disk, Temp.At("disk.img"), "160M") })
            .With("TMPDIR", disk);

        var ended = await EndProcessAsync($"{Faults} --faults disk-full:700ms --stores {stores}", options);

        ended.ShouldExitWith(0).Errors.ShouldBeEmpty();
        var run = RunFolder.Read(Results);
        ShouldHaveHappened(run);
        foreach (var step in run.Steps)
        {
            step.Errors.ShouldNotBeEmpty(step.Store);
            // A store that did not go on would not have the second one.
            RecordOf(step).Trials.Count(t => t.Recovery.FirstSuccess is not null).ShouldBe(times, step.Store);
            RecordOf(step).Trials.ShouldAllBe(t => t.What == what);
        }
    }

    private static void ShouldHaveHappened(RunFolder run)
    {
        foreach (var step in run.Steps)
        {
            var (record, what) = (RecordOf(step), $"{step.Store} {RecordOf(step).Fault}: {step.Verdict.Text}");
            record.WhyNot.ShouldBeNull(what);
            // The next one is skipped where a server takes long to start, and on a busy machine the load may end before a store is back.
            record.Times.ShouldBePositive(what);
            record.Trials.ShouldAllBe(t => t.What.EndsWith('.'), what);
            step.Verdict.Acknowledged.ShouldBePositive(what);
        }
    }

    private static FaultRecord RecordOf(StepRecord step) => step.Detail<FaultRecord>(FaultRecord.Name).ShouldNotBeNull();
}
