namespace EventSourcingBench.LoadTests.EndToEnd.Tests;

/// <summary>Ctrl-C and worse: what was measured is kept, and nothing that was started goes on.</summary>
public sealed class InterruptionTests : RunTest
{
    private const string Suite = "append --profile smoke --warm-up 0 --no-ceiling --together";
    private const string Both = $"{Suite} --stores memory,postgres:tuned --servers local";

    [Fact]
    public async Task Ctrl_C_ends_the_step_which_is_verified_and_reported()
    {
        await Postgres.SkipWithoutAsync();
        await using var runner = Start($"{Both} --rate 50,60,70 --duration 5s");
        await runner.SaysAsync("append memory 50/s");
        await runner.SaysAsync("append postgres:tuned 50/s");
        await Task.Delay(TimeSpan.FromSeconds(2.5));
        var started = Processes.Below(runner.ProcessId);
        await runner.SignalAsync("INT");

        var ended = await runner.EndAsync();

        ended.ShouldExitWith(130).Errors.ShouldBeEmpty();
        // The supervisors, two APIs and the server with its own processes.
        started.Count.ShouldBeGreaterThan(6);
        await Processes.AreGoneAsync(started);
        var run = RunFolder.Read(Results);
        (run.Run.Interrupted, run.Run.Together).ShouldBe((true, true));
        run.Steps.Select(s => (s.Rate, s.Interrupted)).ShouldBe([(50, false), (50, false), (60, true), (60, true)]);
        run.Steps.ShouldAllBe(s => s.Verdict.Passed && s.Verdict.Acknowledged > 0);
        File.Exists(Temp.At("run/report.html")).ShouldBeTrue();
        ended.Output.ShouldContain(Temp.At("run/report.html"));
    }

    [Fact]
    public async Task A_termination_before_the_first_step_ends_the_run_with_a_word()
    {
        await using var runner = Start($"{Suite} --stores memory --keep");
        await runner.SaysAsync("opening");
        var started = Processes.Below(runner.ProcessId);
        await runner.SignalAsync("TERM");
        var ended = await runner.EndAsync();
        ended.ShouldExitWith(130).Errors.ShouldNotContain("   at ");
        await Processes.AreGoneAsync(started);
        Directory.Exists(Results).ShouldBeFalse();
    }

    [Nightly, Fact]
    public async Task A_runner_that_is_killed_takes_everything_with_it_and_the_next_one_clears_up()
    {
        await Postgres.SkipWithoutAsync();
        var options = RunnerOptions.Default.With("TMPDIR", Temp.Folder("tmp"));
        await using var runner = Start($"{Both} --copies 2 --duration 60s", options);
        await runner.SaysAsync("2 steps");
        var started = Processes.Below(runner.ProcessId);
        started.Count.ShouldBeGreaterThan(6);
        await runner.SignalAsync("KILL");
        await runner.EndAsync();

        await Processes.AreGoneAsync(started);
        Directory.EnumerateDirectories(Temp.At("tmp"), "esb-run-*").ShouldHaveSingleItem();
        var next = await Runner.RunAsync(options, $"{Suite} --rate 50 --stores memory --via direct --output {Temp.At("next")}");
        next.ShouldExitWith(0);
        Directory.EnumerateDirectories(Temp.At("tmp"), "esb-run-*").ShouldBeEmpty();
    }
}
