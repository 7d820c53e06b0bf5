namespace EventSourcingBench.Benchmarks.Tests;

public sealed class OptionTests
{
    [Theory]
    [InlineData("--bogus", "--bogus", "--counts, --filter")]
    [InlineData("--stores postgre", "did you mean postgres?", "memory, mongodb")]
    [InlineData("--stores dcb-sqlite", "no store with streams 'dcb-sqlite'", "sqlite")]
    [InlineData("--stores memory,memory", "each store once", "memory")]
    [InlineData("--filter nothing", "No benchmark has a name like nothing", "'*LoadStream*'")]
    [InlineData("--counts 10,x", "'x' is not a number", "10,1000,50000")]
    [InlineData("--counts 0", "'0' is not a number", "10,1000,50000")]
    [InlineData("--sizes 5,5", "Use each number once", "")]
    [InlineData("--profile fast", "no profile 'fast'", "paper, quick, smoke")]
    [InlineData("--pause soon", "'soon' is not a duration", "250ms")]
    [InlineData("--versions Npgsql=9.0.3", "two or more versions", "Npgsql=9.0.3,10.0.0")]
    [InlineData("--versions Npgsq=1.0.0,2.0.0", "did you mean Npgsql?", "Npgsql")]
    [InlineData("--versions Npgsql=9.0.3,10.0.0 --stores sqlite", "sqlite does not use Npgsql", "")]
    [InlineData("--store-option x", "'x' is not key=value", "memory.delay=5ms")]
    [InlineData("--store-option memory.dely=5ms --stores memory", "did you mean memory.delay?", "")]
    [InlineData("--servers nowhere", "nowhere", "auto, docker, env, local")]
    public async Task What_is_not_right_is_said_with_what_is(string line, string complaint, string valid)
    {
        var ended = await Ended.RunAsync(line.Split(' '));
        ended.ExitCode.ShouldBe(2, ended.Output + ended.Errors);
        ended.Errors.ShouldContain(complaint);
        ended.Errors.ShouldContain(valid);
    }

    [Fact]
    public async Task Help_explains_every_option()
    {
        var ended = await Ended.RunAsync("--help");
        ended.ExitCode.ShouldBe(0);
        foreach (var name in RunOptions.Names)
            ended.Output.ShouldContain(name);
    }

    [Fact]
    public async Task List_names_benchmarks_profiles_and_stores()
    {
        var ended = await Ended.RunAsync("list");
        ended.ExitCode.ShouldBe(0);
        foreach (var word in BenchmarkRun.Types.Select(t => t.Name).Concat(["quick", "paper", "50000", "postgres", "marten"]))
            ended.Output.ShouldContain(word);

        ended.Output.ShouldNotContain("dcb-");
    }

    [Theory]
    [InlineData("Npgsql=9.0.3,10.0.0", "Npgsql", new[] { "9.0.3", "10.0.0" })]
    [InlineData("MongoDB.Driver = 3.0.0 , 3.1.0-beta1", "MongoDB.Driver", new[] { "3.0.0", "3.1.0-beta1" })]
    public void Versions_are_read(string text, string package, string[] versions)
    {
        var read = ClientVersions.Parse(text);
        read.Package.ShouldBe(package);
        read.Versions.ShouldBe(versions);
    }

    [Theory]
    [InlineData("Npgsql")]
    [InlineData("=1,2")]
    [InlineData("Npgsql=1.0,1.0")]
    [InlineData("Npgsql=1.0;2.0,3.0")]
    public void Other_forms_of_versions_are_refused(string text) => Should.Throw<UserException>(() => ClientVersions.Parse(text));
}
