namespace EventSourcingBench.LoadTests.EndToEnd.Tests;

/// <summary>A server or an API that goes in the middle of a step: the step says it, and everything else goes on.</summary>
public sealed class ServerLossTests : RunTest
{
    [Nightly, Theory]
    [InlineData("append", "direct")]
    [InlineData("projection", "http")]
    public async Task A_server_or_an_API_that_dies_costs_its_own_step_only_and_an_API_is_started_again(string suite, string via)
    {
        await using var own = Postgres.NewServer();
        var server = await own.AcquireAsync(Cancel);
        await using var runner = Start(
            $"{suite} --profile smoke --warm-up 0 --duration 9s --timeout 500ms --together --no-ceiling --stores memory,postgres:tuned "
            + $"--rate 50,60,70 --via {via}",
            RunnerOptions.Default.With(Postgres.Variable, server.ConnectionString));
        await IsInTheMiddleAfterAsync(50);
        if (via == "http")
            await Signals.SendAsync("KILL", Processes.Below(runner.ProcessId).Single(id => Processes.IsApiOf(id, "memory")));

        await IsInTheMiddleAfterAsync(60);
        await Signals.SendAsync("KILL", server.ProcessId!.Value);

        var ended = await runner.EndAsync();
        ended.ShouldExitWith(1).Errors.ShouldBeEmpty();
        ended.Output.Contains("Warning: postgres:tuned was not closed: ", StringComparison.Ordinal).ShouldBe(via == "direct");
        File.Exists(Path.Combine(Results, "report.html")).ShouldBeTrue();
        var steps = RunFolder.Read(Results).Steps;
        (string, double?)[] expected = via == "http" ? [("memory", 60), ("postgres:tuned", 70)] : [("postgres:tuned", 70)];
        var cut = steps.Where(s => !s.Verdict.Passed).ToList();
        cut.Select(s => (s.Store, s.Rate)).ShouldBe(expected, ignoreOrder: true, string.Join('\n', steps.Select(s => s.Verdict.Text)));
        foreach (var step in cut)
        {
            step.Verdict.Text.ShouldStartWith("not verified: ");
            step.Verdict.Acknowledged.ShouldBeGreaterThan(0, step.Verdict.Text);
            step.Errors.ShouldNotBeEmpty();
            step.Operations.Where(o => o.Outcome is Outcome.Error or Outcome.Timeout).Sum(o => o.ServiceTime.Count).ShouldBeGreaterThan(0);
        }

        async Task IsInTheMiddleAfterAsync(int rate)
        {
            // Steps shorter than ten seconds say nothing before they end.
            await runner.SaysAsync($"{suite} memory {rate}/s");
            await runner.SaysAsync($"{suite} postgres:tuned {rate}/s");
            // Of nine seconds: so that the next step has begun and goes on, also where everything stands still for some seconds.
            await Task.Delay(TimeSpan.FromSeconds(5), Cancel);
        }
    }
}
