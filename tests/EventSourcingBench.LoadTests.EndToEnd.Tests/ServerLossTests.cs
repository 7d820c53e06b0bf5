namespace EventSourcingBench.LoadTests.EndToEnd.Tests;

/// <summary>A server or an API that goes in the middle of a step: the step says it, and everything else goes on.</summary>
public sealed class ServerLossTests : RunTest
{
    [Theory]
    [InlineData("projection", "http")]
    [InlineData("append", "direct")]
    public async Task A_server_that_dies_in_the_middle_costs_its_own_steps_only(string suite, string via)
    {
        await using var server = await Postgres.StartAsync();
        await using var runner = Start(
            $"{suite} --profile smoke --warm-up 0 --rate 50,60 --duration 3s --timeout 500ms --together --no-ceiling --via {via} "
            + "--stores memory,postgres:tuned",
            RunnerOptions.Default.With(Postgres.Variable, server.ConnectionString));
        await runner.SaysAsync($"{suite} memory 50/s");
        await runner.SaysAsync($"{suite} postgres:tuned 50/s");
        await Task.Delay(TimeSpan.FromMilliseconds(1_500));
        await Processes.SignalAsync(server.ProcessId, "KILL");

        var ended = await runner.EndAsync();

        ended.ShouldExitWith(1).Errors.ShouldBeEmpty();
        var run = RunFolder.Read(Results);
        run.Steps.Where(s => s.Store == "memory").ShouldAllBe(s => s.Verdict.Passed);
        var cut = run.Steps.Single(s => s is { Store: "postgres:tuned", Rate: 60 });
        cut.Verdict.Text.ShouldStartWith("not verified: ");
        cut.Verdict.Acknowledged.ShouldBeGreaterThan(0, cut.Verdict.Text);
        cut.Errors.ShouldNotBeEmpty();
        cut.Operations.Where(o => o.Outcome is Outcome.Error or Outcome.Timeout).Sum(o => o.ServiceTime.Count).ShouldBeGreaterThan(0);
        ended.Output.ShouldContain("not verified: ");
        ended.Output.Contains("Warning: postgres:tuned was not closed: ", StringComparison.Ordinal).ShouldBe(via == "direct");
        File.Exists(Path.Combine(run.Path, "report.html")).ShouldBeTrue();
    }

    [Fact]
    public async Task Requests_without_an_answer_are_looked_up_when_the_server_goes_on()
    {
        await using var server = await Postgres.StartAsync();
        await using var runner = Start(
            "append --profile smoke --warm-up 0 --copies 1,2 --duration 3s --timeout 300ms --no-ceiling --stores postgres:tuned",
            RunnerOptions.Default.With(Postgres.Variable, server.ConnectionString));
        await runner.SaysAsync("append postgres:tuned 1 copy");
        await Task.Delay(TimeSpan.FromMilliseconds(1_500));
        var processes = Processes.Below(server.ProcessId).Append(server.ProcessId).ToList();
        await Task.WhenAll(processes.Select(id => Processes.SignalAsync(id, "STOP")));
        await Task.Delay(TimeSpan.FromSeconds(1));
        await Task.WhenAll(processes.Select(id => Processes.SignalAsync(id, "CONT")));

        var ended = await runner.EndAsync();

        ended.ShouldExitWith(0);
        var step = RunFolder.Read(Results).Steps.Single(s => s.Copies == 2);
        step.Verdict.UnknownOutcomes.ShouldBeGreaterThan(0);
        step.Verdict.Text.ShouldMatch(@"^verified: .*; of \d+ unknown outcomes? \d+ applied, \d+ not");
        step.Operations.Single(o => o.Outcome == Outcome.Timeout).ServiceTime.Count.ShouldBeGreaterThan(0);
    }

    [Fact]
    public async Task An_API_that_dies_in_the_middle_is_started_again_for_the_next_step()
    {
        await using var runner = Start(
            "projection --profile smoke --warm-up 0 --rate 50,60,70 --duration 2500ms --timeout 1s --no-ceiling --stores memory");
        await runner.SaysAsync("projection memory 50/s");
        await Task.Delay(TimeSpan.FromMilliseconds(1_200));
        var api = Processes.Below(runner.ProcessId).Where(id => Processes.ProgramOf(id) == "dotnet").ShouldHaveSingleItem();
        await Processes.SignalAsync(api, "KILL");

        var ended = await runner.EndAsync();

        ended.ShouldExitWith(1).Errors.ShouldBeEmpty();
        var run = RunFolder.Read(Results);
        run.Steps[1].Verdict.Text.ShouldStartWith("not verified: ");
        run.Steps[1].Errors.ShouldNotBeEmpty();
        run.Steps[2].Verdict.Passed.ShouldBeTrue(run.Steps[2].Verdict.Text);
    }
}
