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
    [InlineData("--versions Npgsql", "two or more versions", "Npgsql=9.0.3,10.0.0")]
    [InlineData("--versions Npgsql=9.0.3", "two or more versions", "Npgsql=9.0.3,10.0.0")]
    [InlineData("--versions =1,2", "two or more versions", "Npgsql=9.0.3,10.0.0")]
    [InlineData("--versions Npgsql=1.0,1.0", "two or more versions", "Npgsql=9.0.3,10.0.0")]
    [InlineData("--versions Npgsql=1.0;2.0,3.0", "two or more versions", "Npgsql=9.0.3,10.0.0")]
    [InlineData("--versions Npgsq=1.0.0,2.0.0", "did you mean Npgsql?", "Npgsql")]
    [InlineData("--versions Npgsql=9.0.3,10.0.0 --stores sqlite", "sqlite does not use Npgsql", "")]
    [InlineData("--store-option x", "'x' is not key=value", "memory.delay=5ms")]
    [InlineData("--store-option a=1 --store-option a=2", "--store-option: 'a' is given twice", "")]
    [InlineData("--store-option memory.dely=5ms --stores memory", "did you mean memory.delay?", "")]
    [InlineData("--servers nowhere", "nowhere", "auto, docker, env, local")]
    public async Task What_is_not_right_is_said_with_what_is(string line, string complaint, string valid)
    {
        var ended = await Command.RunAsync(line.Split(' '));
        ended.ExitCode.ShouldBe(2, ended.Output + ended.Errors);
        ended.Errors.ShouldContain(complaint);
        ended.Errors.ShouldContain(valid);
    }

    [Fact]
    public async Task Help_explains_every_option_and_list_names_benchmarks_profiles_and_stores()
    {
        var (help, list) = (await Command.RunAsync("--help"), await Command.RunAsync("list"));
        (help.ExitCode, list.ExitCode).ShouldBe((0, 0));
        RunOptions.Names.ShouldAllBe(name => help.Output.Contains(name));
        BenchmarkRun.Types.Select(t => t.Name).Concat(["quick", "paper", "50000", "postgres", "marten"])
            .ShouldAllBe(word => list.Output.Contains(word));
        list.Output.ShouldNotContain("dcb-");
    }

    [Theory]
    [InlineData("Npgsql=9.0.3,10.0.0", "Npgsql", "9.0.3", "10.0.0")]
    [InlineData("MongoDB.Driver = 3.0.0 , 3.1.0-beta1", "MongoDB.Driver", "3.0.0", "3.1.0-beta1")]
    public void Versions_are_read(string text, params string[] expected) =>
        ClientVersions.Parse(text).ShouldSatisfyAllConditions(v => new[] { v.Package }.Concat(v.Versions).ShouldBe(expected));
}
