namespace EventSourcingBench.LoadTests.EndToEnd.Tests;

/// <summary>The exit codes that scripts depend on, and the words.</summary>
public sealed class CompareTests : TempFolderTest
{
    [Fact]
    public async Task A_regression_ends_with_1_and_a_greater_margin_or_the_other_way_round_with_0()
    {
        var a = Temp.Write("a/results/x-report-full.json", Json(("Same", 1_000), ("Slow", 1_000), ("Fast", 1_000), ("Gone", 5)));
        Temp.Write("b/results/x-report-full.json", Json(("Same", 1_000), ("Slow", 1_300), ("Fast", 400), ("Fresh", 5)));
        var ended = (await Command.RunAsync(["compare", a, Temp.At("b")])).ShouldExitWith(1);
        ended.Output.ShouldMatch(@"T\.Slow .*Time +1\.00 µs +1\.30 µs +1\.30 \([^)]*\) +B is slower than A by 2[23]\.\d+% to 2[34]\.\d+%");
        ended.Output.ShouldMatch(@"T\.Fast .*B is 2\.4\d to 2\.5\d times as fast as A");
        ended.Output.ShouldContain("no difference beyond 5%");
        ended.Output.ShouldContain("slower: 1, faster: 1, no difference: 1, not decided: 0");
        ended.Output.ShouldContain("only in A: T.Gone");
        ended.Output.ShouldContain("only in B: T.Fresh");
        (await Command.RunAsync(["compare", a, Temp.At("b"), "--margin", "50%"])).ShouldExitWith(0);
        (await Command.RunAsync(["compare", a, a])).ShouldExitWith(0).Output.ShouldContain("Nothing that is recorded differs.");
    }

    [Fact]
    public async Task Another_machine_ends_with_3_and_no_percentage_and_explain_says_what_to_repeat()
    {
        var a = Temp.Write("a-report-full.json", Json(("Same", 1_000)));
        var b = Temp.Write("b-report-full.json", Json(("Same", 2_000)).Replace("CPU 1", "CPU 2", StringComparison.Ordinal));
        var ended = (await Command.RunAsync(["compare", a, b])).ShouldExitWith(3);
        ended.Output.ShouldMatch(@"machine +processor +CPU 1 +CPU 2");
        ended.Output.ShouldContain("--explain");
        ended.Output.ShouldNotContain("%");
        (await Command.RunAsync(["compare", a, b, "--explain"])).ShouldExitWith(3).Output.ShouldContain("Repeat A on the machine of B");
    }

    [Fact]
    public async Task Jobs_of_one_run_are_kept_apart()
    {
        var file = Temp.Write("v-report-full.json", Json(("Load", 1_000, "Npgsql 9.0.3"), ("Load", 2_000, "Npgsql 10.0.0")));
        var ended = (await Command.RunAsync(["compare", file, file])).ShouldExitWith(0);
        ended.Output.ShouldMatch(@"Npgsql 9\.0\.3 +Time +1\.00 µs +1\.00 µs");
        ended.Output.ShouldMatch(@"Npgsql 10\.0\.0 +Time +2\.00 µs +2\.00 µs");
    }

    [Fact]
    public async Task What_cannot_be_read_is_wrong_usage()
    {
        var good = Temp.Write("good-report-full.json", Json(("Same", 1_000)));
        foreach (var (arguments, complaint) in new (string[], string)[]
        {
            (["compare", good, Temp.At("none")], "no file or folder"),
            (["compare", good, Temp.Write("bad.json", "{}")], "is not BenchmarkDotNet's full JSON"),
            (["compare", good, Temp.Write("newer.json", """{"schemaVersion":99}""")], "99"),
            (["compare", good], "Required argument missing"),
            (["compare", good, good, "--margin", "5"], "'5' is not a percentage"),
            (["history", "--published", Temp.At("none")], "has no published run"),
        })
        {
            (await Command.RunAsync(arguments)).ShouldExitWith(2).Errors.ShouldContain(complaint);
        }
    }

    private static string Json(params (string Name, double Center)[] benchmarks) =>
        Json([.. benchmarks.Select(b => (b.Name, b.Center, "quick"))]);

    private static string Json(params (string Name, double Center, string Job)[] benchmarks) => JsonSerializer.Serialize(new
    {
        HostEnvironmentInfo =
            new { BenchmarkDotNetVersion = "0.14.0", OsVersion = "Linux", RuntimeVersion = ".NET 10", ProcessorName = "CPU 1" },
        Benchmarks = benchmarks.Select(b => new
        {
            Type = "T",
            Method = b.Name,
            Parameters = "",
            DisplayInfo = $"T.{b.Name}: {b.Job}(IterationCount=10) [Store=x]",
            Statistics = new { OriginalValues = Enumerable.Range(-5, 11).Select(i => b.Center * (1 + (i * 0.001))) },
        }),
    });
}
