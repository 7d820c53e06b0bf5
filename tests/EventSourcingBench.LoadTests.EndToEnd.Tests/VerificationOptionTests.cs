namespace EventSourcingBench.LoadTests.EndToEnd.Tests;

/// <summary>What the verdict says of how a step was verified.</summary>
public sealed class VerificationOptionTests : RunTest
{
    private const string Short = "append --profile smoke --copies 1 --duration 200ms --warm-up 0 --no-ceiling --verify-after-kill";

    [Fact]
    public async Task A_store_in_the_process_of_the_runner_is_not_killed()
    {
        var text = (await VerifiedStepAsync($"{Short} --stores sqlite:tuned --via direct --verify-reads 0")).Verdict.Text;
        text.ShouldContain("also after reopening by another process");
        text.ShouldContain("not killed:");
        text.ShouldContain("--via direct");
        text.ShouldContain("not observed during the load (--verify-reads 0)");
    }

    [Nightly]
    [Fact]
    public async Task A_server_is_killed_and_serves_the_next_step()
    {
        await Postgres.SkipWithoutAsync();
        (await VerifiedAsync($"{Short} --stores postgres:tuned --servers local --trials 2")).Steps
            .ShouldAllBe(s => s.Verdict.Text.Contains("also after SIGKILL of its server", StringComparison.Ordinal));
    }
}
