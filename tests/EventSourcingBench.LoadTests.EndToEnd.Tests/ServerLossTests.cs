namespace EventSourcingBench.LoadTests.EndToEnd.Tests;

/// <summary>A server or an API that goes in the middle of a step: the step says it, and everything else goes on.</summary>
public sealed class ServerLossTests : RunTest
{
    private const string Steps =
        "--profile smoke --warm-up 0 --duration 9s --timeout 500ms --together --no-ceiling --stores memory,postgres:tuned";

    [Nightly]
    [Fact]
    public async Task A_server_that_dies_in_the_middle_costs_its_own_steps_only()
    {
        await using var own = Postgres.NewServer();
        var server = await own.AcquireAsync(Cancel);
        await using var runner = Start("append", "direct", "50,60", server);
        await IsInTheMiddleAfterAsync(runner, "append", 50);
        await Signals.SendAsync("KILL", server.ProcessId!.Value);

        var (ended, run) = await EndAsync(runner);

        run.Steps.Where(s => s.Store == "memory").ShouldAllBe(s => s.Verdict.Passed);
        ShouldBeCut(Step(run, "postgres:tuned", 60));
        ended.Output.ShouldContain("not verified: ");
        ended.Output.ShouldContain("Warning: postgres:tuned was not closed: ");
    }

    [Nightly]
    [Fact]
    public async Task An_API_that_dies_is_started_again_and_requests_are_looked_up_when_a_server_goes_on_which_then_dies()
    {
        await using var own = Postgres.NewServer();
        var server = await own.AcquireAsync(Cancel);
        await using var runner = Start("projection", "http", "50,60,70", server);
        await IsInTheMiddleAfterAsync(runner, "projection", 50);
        await Signals.SendAsync("KILL", Processes.Below(runner.ProcessId).Single(id => Processes.IsApiOf(id, "memory")));
        var processes = Processes.Below(server.ProcessId!.Value).Append(server.ProcessId.Value).ToList();
        await Signals.SendAsync("STOP", processes);
        await Task.Delay(TimeSpan.FromSeconds(1));
        await Signals.SendAsync("CONT", processes);
        await IsInTheMiddleAfterAsync(runner, "projection", 60);
        await Signals.SendAsync("KILL", server.ProcessId!.Value);

        var (ended, run) = await EndAsync(runner);

        var without = Step(run, "memory", 60);
        without.Verdict.Text.ShouldStartWith("not verified: ");
        without.Errors.ShouldNotBeEmpty();
        var restarted = Step(run, "memory", 70);
        restarted.Verdict.Passed.ShouldBeTrue(restarted.Verdict.Text);
        var stopped = Step(run, "postgres:tuned", 60);
        stopped.Verdict.UnknownOutcomes.ShouldBeGreaterThan(0);
        stopped.Verdict.Text.ShouldMatch(@"^verified: .*; of \d+ unknown outcomes? \d+ applied, \d+ not");
        stopped.Operations.Single(o => o.Outcome == Outcome.Timeout).ServiceTime.Count.ShouldBeGreaterThan(0);
        ShouldBeCut(Step(run, "postgres:tuned", 70));
        ended.Output.ShouldNotContain("was not closed");
    }

    private Runner Start(string suite, string via, string rates, ProvisionedServer server) => Start(
        $"{suite} {Steps} --rate {rates} --via {via}", RunnerOptions.Default.With(Postgres.Variable, server.ConnectionString));

    private static async Task IsInTheMiddleAfterAsync(Runner runner, string suite, int rate)
    {
        // Steps shorter than ten seconds say nothing before they end.
        await runner.SaysAsync($"{suite} memory {rate}/s");
        await runner.SaysAsync($"{suite} postgres:tuned {rate}/s");
        // Of nine seconds: so that the next step has begun and goes on, also where everything stands still for some seconds.
        await Task.Delay(TimeSpan.FromSeconds(5));
    }

    private async Task<(Ended Ended, RunFolder Run)> EndAsync(Runner runner)
    {
        var ended = await runner.EndAsync();
        ended.ShouldExitWith(1).Errors.ShouldBeEmpty();
        File.Exists(Path.Combine(Results, "report.html")).ShouldBeTrue();
        return (ended, RunFolder.Read(Results));
    }

    private static StepRecord Step(RunFolder run, string store, int rate) => run.Steps.Single(s => s.Store == store && s.Rate == rate);

    private static void ShouldBeCut(StepRecord cut)
    {
        cut.Verdict.Text.ShouldStartWith("not verified: ");
        cut.Verdict.Acknowledged.ShouldBeGreaterThan(0, cut.Verdict.Text);
        cut.Errors.ShouldNotBeEmpty();
        cut.Operations.Where(o => o.Outcome is Outcome.Error or Outcome.Timeout).Sum(o => o.ServiceTime.Count).ShouldBeGreaterThan(0);
    }
}
