using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests.EndToEnd.Tests;

/// <summary>What is mistyped is said at once, with what is valid; nothing is run or written.</summary>
public sealed class WrongArgumentTests : IDisposable
{
    private readonly TempFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("apend --profile smoke", "'apend'", "did you mean append?", "projection")]
    [InlineData("append more", "'more'")]
    [InlineData("append --storse memory", "'--storse'", "did you mean --stores?", "--copies")]
    [InlineData("--profil smoke", "did you mean --profile?")]
    [InlineData("append --stores sqllite", "'sqllite'", "did you mean sqlite?", "postgres-replicated, sqlite")]
    [InlineData("append --stores ", "--stores names no store", "postgres-replicated, sqlite")]
    [InlineData("append --stores memory,memory", "memory twice")]
    [InlineData("append --profile smok", "'smok'", "paper, quick, smoke")]
    [InlineData("append --stores memory --store-option memory.dely=5ms", "'memory.dely'", "did you mean memory.delay?")]
    [InlineData("append --stores memory --store-option memory.delay=soon", "memory.delay", "soon")]
    [InlineData("append --stores memory --store-option memory.delay", "key=value")]
    [InlineData("append --stores memory --via pigeon", "'pigeon'", "http", "direct")]
    [InlineData("append --stores memory --servers nowhere", "'nowhere'", "auto, docker, env, local")]
    [InlineData("append --stores memory --engine steam", "'steam'", "built-in")]
    [InlineData("append --copies 1 --rate 5", "--copies and --rate exclude each other")]
    [InlineData("append --copies two", "--copies: each value must be an integer between 1 and 1000, not two.")]
    [InlineData("append --copies 0", "--copies: each value must be an integer between 1 and 1000, not 0.")]
    [InlineData("append --duration 5", "--duration: must be a duration between 100ms and 24h", "not 5.")]
    [InlineData("append --workload /nowhere/file.json", "/nowhere/file.json")]
    [InlineData("--workload /nowhere/file.json", "append --workload")]
    [InlineData("append --data /nowhere/bars.csv", "/nowhere/bars.csv")]
    [InlineData("append --cpus server=0", "'server'", "client, database, nodes")]
    [InlineData("append --cpus client=0,nodes=8000", "no CPU 8000 for nodes")]
    [InlineData("append --via direct --cpus nodes=0", "nodes", "--via direct")]
    [InlineData("reservation --passivate-after 1ms", "--passivate-after", "10ms")]
    [InlineData("reservation --max-active-shows 0", "--max-active-shows: must be an integer between 1 and")]
    [InlineData("append --verify-reads 2", "'2' must be a share between 0 and 1", "1% or 0.01")]
    [InlineData("append --verify-after-kill --together", "leave out --together")]
    [InlineData("append --stores filelog --store-option memory.delay=1ms", "'memory.delay'", "filelog")]
    [InlineData("enrolment --stores memory", "memory cannot run enrolment", "append, projection, reservation; ingest, growth (only with bulk appends)")]
    [InlineData("reservation --strategy hot --command-side=snapshot", "--strategy is now --request-order", "--command-side is now --command-handling")]
    [InlineData("append --strategy hot", "--strategy is now --request-order (suite reservation)")]
    [InlineData("append --plugin-folder /nowhere", "/nowhere", "plugin.json")]
    [InlineData("calibrate generatr", "'generatr'", "did you mean generator?")]
    public async Task It_names_what_is_valid(string arguments, params string[] words)
    {
        var output = _folder.At("run");

        var ended = await Runner.RunAsync(
            [.. arguments.Split(' '), .. arguments.StartsWith("calibrate", StringComparison.Ordinal) ? Array.Empty<string>() : ["--output", output]]);

        ended.ShouldComplain(words);
        Directory.Exists(output).ShouldBeFalse();
    }

    [Fact]
    public async Task An_unknown_key_of_a_workload_file_is_named_with_the_valid_ones()
    {
        var file = _folder.Write("mine.json", """
            { "suite": "append", "question": "?", "profiles": { "mine": { "copys": [1], "streams": 1, "warmUp": "0", "duration": "1s", "trials": 1, "timeout": "1s" } } }
            """);

        (await Runner.RunAsync("append", "--workload", file)).ShouldComplain(file, "copys", "copies");
    }

    [Fact]
    public async Task A_malformed_line_of_data_is_told_with_its_file_and_line()
    {
        var file = _folder.Write("bars.csv", """
            2020.09.01,00:00,1.19,1.20,1.18,1.19,100
            2020.09.01,00:01,1.19,one,1.18,1.19,100
            """);

        (await Runner.RunAsync("append", "--data", file)).ShouldComplain($"{file}", "2");
    }

    [Fact]
    public async Task A_store_that_was_named_and_cannot_run_fails_the_run_and_the_others_still_run()
    {
        var ended = await Runner.RunAsync(
            "append", "--profile", "smoke", "--copies", "1", "--warm-up", "0", "--no-ceiling", "--stores", "memory,postgres", "--servers", "env", "--output", _folder.At("run"));

        ended.ShouldExitWith(1);
        ended.Output.ShouldContain("postgres did not run");
        ended.Output.ShouldContain($"{Postgres.Variable} is not set");
        var run = RunFolder.Read(_folder.At("run"));
        run.Run.Unavailable.ShouldHaveSingleItem().Name.ShouldBe("postgres");
        run.Steps.ShouldHaveSingleItem().Verdict.Passed.ShouldBeTrue();
        File.ReadAllText(_folder.At("run/report.html")).ShouldContain($"{Postgres.Variable} is not set");
    }
}
