namespace EventSourcingBench.Benchmarks.Tests;

public sealed class OptionTests
{
    [Fact]
    public Task What_is_not_right_is_said_with_what_is() => Snapshots.ShouldAnswerAsync("complaints.txt", async line =>
    {
        var ended = await Command.RunAsync(line.Split(' '));
        ended.ExitCode.ShouldBe(2, ended.Output + ended.Errors);
        return ended.Errors.Trim();
    });

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
