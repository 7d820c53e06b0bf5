namespace EventSourcingBench.LoadTests.EndToEnd.Tests;

/// <summary>A server that is not there: it never costs the other stores their run.</summary>
public sealed class ServerFailureTests : RunTest
{
    private const string Short = "append --profile smoke --rate 50 --warm-up 0 --duration 200ms --no-ceiling --via direct";

    [Nightly, Fact]
    public async Task A_closed_port_is_said_and_the_other_stores_run()
    {
        var options = RunnerOptions.Default.With(Postgres.Variable, "Host=127.0.0.1;Port=1;Username=bench;Password=none;Database=postgres");
        var ended = await EndProcessAsync(Short, options);

        // postgres was not named: that it cannot run is reported, and is no failure.
        ended.ShouldExitWith(0).Output.ShouldContain("postgres:tuned did not run");
        var run = RunFolder.Read(Results);
        run.Steps.Select(s => s.Store).Order().ShouldBe(["filelog", "memory", "sqlite:conventional", "sqlite:tuned"]);
        var reason = run.Run.Unavailable.Single(u => u.Name == "postgres:tuned").Reason;
        reason.ShouldContain("127.0.0.1:1");
        reason.ShouldNotContain("   at ");
    }

    [Fact]
    public async Task A_store_that_was_named_and_cannot_be_opened_fails_the_run_and_the_others_still_run()
    {
        var options = RunnerOptions.Default.With(EnvironmentProvisioner.Variable("umadb"), "127.0.0.1:1");
        var ended = await EndProcessAsync($"{Short} {WithFaulty} --stores memory,faulty-quote-opening", options);

        const string reason = "The client said: '127.0.0.1:1' failed.";
        ended.ShouldExitWith(1).Output.ShouldContain($"faulty-quote-opening did not run: {reason}");
        var run = RunFolder.Read(Results);
        run.Run.Unavailable.ShouldHaveSingleItem().Name.ShouldBe("faulty-quote-opening");
        run.Steps.ShouldHaveSingleItem().Verdict.Passed.ShouldBeTrue();
        ReadResult("report.md").ShouldContain("The client said: ");
    }
}
