namespace EventSourcingBench.LoadTests.EndToEnd.Tests;

/// <summary>What the verdict says of how a step was verified.</summary>
public sealed class VerificationOptionTests : IDisposable
{
    private static readonly string[] Short = ["append", "--copies", "1", "--duration", "200ms", "--warm-up", "0", "--no-ceiling"];

    private readonly TempFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task A_store_in_the_process_of_the_runner_is_not_killed()
    {
        var text = await VerdictAsync("--stores", "sqlite", "--verify-after-kill", "--via", "direct", "--verify-reads", "0");

        text.ShouldContain("also after reopening by another process");
        text.ShouldContain("not killed:");
        text.ShouldContain("--via direct");
        text.ShouldContain("not observed during the load (--verify-reads 0)");
    }

    [Fact]
    public async Task A_server_is_killed_and_serves_the_next_step()
    {
        await Postgres.SkipWithoutAsync();

        var text = await VerdictAsync("--stores", "postgres", "--servers", "local", "--verify-after-kill", "--trials", "2");

        text.ShouldContain("also after SIGKILL of its server");
    }

    private async Task<string> VerdictAsync(params string[] arguments)
    {
        var results = _folder.At("run");

        var ended = await Command.RunAsync([.. Short, .. arguments, "--output", results]);

        ended.ShouldExitWith(0);
        var verdicts = RunFolder.Read(results).Steps.Select(s => s.Verdict).ToList();
        verdicts.ShouldAllBe(v => v.Passed);
        return verdicts[^1].Text;
    }
}
