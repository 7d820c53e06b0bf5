namespace EventSourcingBench.LoadTests.Tests;

public sealed class SecondSamplerTests
{
    [Fact]
    public async Task All_nodes_of_a_server_are_sampled_and_the_others_go_on_when_one_has_died()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Process trees are read from /proc, which only Linux has.");
        using Process first = Sleep(), second = Sleep();
        try
        {
            var store = new FakeStore(server: new FakeServer(nodes: 2, canKillNode: false, first.Id, second.Id)).UnderTest;
            var seconds = new List<SecondRecord>();
            await using var sampler = new SecondSampler(s => new SecondRecord(s, 0), store, [], seconds.Add, TimeProvider.System);
            sampler.Start();
            await Waiting.UntilAsync(() => seconds.Count == 1, "it was sampled");
            seconds[0].ServerBytes.ShouldNotBeNull();
            seconds[0].ServerThreads.ShouldBe(2);
            seconds[0].ServerHandles.ShouldNotBeNull().ShouldBeGreaterThan(2);
            (seconds[0].ApiThreads, seconds[0].DiskBytes).ShouldBe((null, null));

            first.Kill();
            await first.WaitForExitAsync(Cancel);
            await Waiting.UntilAsync(() => seconds.Count == 3, "it was sampled again");
            await sampler.StopAsync();

            var (both, one) = (seconds[0].ServerBytes!.Value, seconds[2].ServerBytes.ShouldNotBeNull());
            one.ShouldBeGreaterThan(0);
            one.ShouldBeLessThan(both);
            seconds[2].ServerCores.ShouldNotBeNull();
        }
        finally
        {
            first.Kill();
            second.Kill();
        }
    }

    [Fact]
    public async Task Work_of_other_processes_is_seen()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Only Linux tells what processes take.");
        // A child is left out as this process's own. The shell ends at once, so that the loop has another parent; at most 30 s of CPU.
        string[] arguments = ["-c", "ulimit -t 30; while :; do :; done > /dev/null 2>&1 & echo $!"];
        using var shell = Process.Start(
            new ProcessStartInfo("sh", arguments) { RedirectStandardOutput = true, UseShellExecute = false })!;
        var id = await shell.StandardOutput.ReadToEndAsync(Cancel);
        using var busy = Process.GetProcessById(int.Parse(id, CultureInfo.InvariantCulture));
        try
        {
            var seconds = new List<SecondRecord>();
            var store = new FakeStore().UnderTest;
            await using var sampler = new SecondSampler(s => new SecondRecord(s, 0), store, [], seconds.Add, TimeProvider.System);
            sampler.Start();
            await Waiting.UntilAsync(() => seconds.Exists(s => s.OtherCores > 0.2), "it was seen");
        }
        finally
        {
            busy.Kill();
        }
    }

    [Theory]
    [InlineData(0.19, null)]
    [InlineData(0.9, "In 1 of 1 steps of a second or longer other processes took more than 10% of this machine's CPU time, at most 45% "
        + "(step 1, append of busy)")]
    public void More_than_a_tenth_of_the_cores_is_warned_of(double cores, string? warning)
    {
        StepRecord[] steps = [TestTools.Step("alone"), TestTools.Step("busy") with { Seconds = [new(0, 9, OtherCores: cores)] }];
        TestTools.Environment.AddForeignLoad(steps).Warnings.Select(w => w.Split(". ")[0]).ShouldBe(warning is null ? [] : [warning]);
    }

    [Theory]
    [InlineData(new[] { 0.9, 0.19 }, true, 2)]
    [InlineData(new[] { 0.9, 0.9, 0.9, 0.1 }, true, 3)]
    [InlineData(new[] { 0.1 }, true, 1)]
    [InlineData(new[] { 0.9, 0.1 }, false, 1)]
    public async Task A_disturbed_step_is_repeated_at_most_twice_and_a_bad_verdict_stands(double[] cores, bool passes, int runs)
    {
        var (run, said) = (0, new List<string>());
        var step = TestTools.Step("busy");
        var record = await ForeignLoad.RepeatDisturbedAsync(
            () => Task.FromResult(step with
            {
                Number = run + 1,
                Verdict = step.Verdict with { Passed = passes },
                Seconds = [new(0, 9, OtherCores: cores[run++] * Environment.ProcessorCount / 2)],
            }),
            said.Add);

        (run, record.Number, said.Count).ShouldBe((runs, runs, runs - 1));
        record.Notes.Count.ShouldBe(runs > 1 ? 1 : 0);
    }

    [Fact]
    public async Task A_repetition_that_is_interrupted_does_not_replace_the_run_before()
    {
        var run = 0;
        var step = TestTools.Step("busy") with { Seconds = [new(0, 9, OtherCores: Environment.ProcessorCount)] };
        var record = await ForeignLoad.RepeatDisturbedAsync(
            () => Task.FromResult(step with { Number = ++run, Interrupted = run == 2 }), _ => { });
        (run, record.Number, record.Interrupted).ShouldBe((2, 1, false));
        record.Notes.ShouldHaveSingleItem().ShouldContain("was interrupted");
    }

    private static Process Sleep() => Process.Start(new ProcessStartInfo("sleep") { ArgumentList = { "60" }, UseShellExecute = false })!;
}
