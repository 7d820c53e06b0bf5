namespace EventSourcingBench.Benchmarks.Tests;

public sealed class ComparisonTests
{
    private const string Load = "EventSourcingBench.Benchmarks.LoadStream.LoadAsync(Store: \"sqlite\", Events: 10, Size: 10)";

    [Theory]
    [InlineData(1_000, 1_000, 0, 0, nameof(Change.Unchanged))]
    [InlineData(1_000, 1_200, 5, 1, nameof(Change.Regressed))]
    [InlineData(1_000, 800, 5, 1, nameof(Change.Improved))]
    [InlineData(1_000, 1_020, 5, 1, nameof(Change.Unchanged))]
    [InlineData(1_000, 980, 5, 1, nameof(Change.Unchanged))]
    [InlineData(1_000, 1_020, 1, 0, nameof(Change.Regressed))]
    [InlineData(2, 3, 5, 0, nameof(Change.Regressed))]
    [InlineData(2, 3, 5, 2, nameof(Change.Unchanged))]
    public void What_changed_by_more_than_threshold_and_noise_is_found(
        double old, double @new, double threshold, double noise, string change) =>
        ChangeOf(Around(old), Around(@new), threshold, noise).ShouldBe(change);

    [Fact]
    public void Values_that_overlap_are_no_regression_and_too_few_decide_nothing()
    {
        double[] scattered = [900, 1_500, 700, 1_300, 1_100, 800, 1_400, 1_000, 1_200, 600];
        ChangeOf(scattered, [.. scattered.Select(v => v * 1.08)], 5, 1).ShouldBe(nameof(Change.Unchanged));
        ChangeOf([1, 1, 1, 1], [9, 9, 9, 9], 5, 1).ShouldBe(nameof(Change.Undecided));
    }

    [Fact]
    public async Task The_command_names_what_changed_and_what_is_missing_and_ends_with_1()
    {
        using var folder = new TempFolder();
        var old = folder.Write("old/results/a-report-full.json", Json(("Same", 1_000), ("Slow", 1_000), ("Fast", 1_000), ("Gone", 5)));
        folder.Write("new/results/a-report-full.json", Json(("Same", 1_000), ("Slow", 2_000), ("Fast", 500)));
        folder.Write("new/results/b-report-full.json", Json(("Fresh", 5)));
        var ended = await Command.RunAsync("compare", old, folder.At("new"));
        ended.ExitCode.ShouldBe(1, ended.Output + ended.Errors);
        ended.Output.ShouldMatch(@"slower +T\.Slow +1\.00 us +2\.00 us +2\.000");
        ended.Output.ShouldMatch(@"faster +T\.Fast +1\.00 us +500\.00 ns +0\.500");
        ended.Output.ShouldContain("slower: 1, faster: 1, unchanged: 1");
        ended.Output.ShouldContain("only in OLD: T.Gone");
        ended.Output.ShouldContain("only in NEW: T.Fresh");
    }

    [Fact]
    public async Task Without_a_regression_it_ends_with_0()
    {
        using var folder = new TempFolder();
        var old = folder.Write("old-report-full.json", Json(("Same", 1_000), ("Fast", 1_000)));
        var @new = folder.Write("new-report-full.json", Json(("Same", 1_040), ("Fast", 500)));
        (await Command.RunAsync("compare", old, @new)).ExitCode.ShouldBe(0);
        (await Command.RunAsync("compare", old, @new, "--threshold", "2%")).ExitCode.ShouldBe(1);
        (await Command.RunAsync("compare", old, @new, "--threshold", "2%", "--noise", "1us")).ExitCode.ShouldBe(0);
    }

    [Fact]
    public async Task Jobs_of_one_run_are_kept_apart()
    {
        using var folder = new TempFolder();
        var file = folder.Write("v-report-full.json", Json(("Load", 1_000, "Npgsql 9.0.3"), ("Load", 2_000, "Npgsql 10.0.0")));
        ResultFiles.Read(file).Keys.Order().ShouldBe(["T.Load [Npgsql 10.0.0]", "T.Load [Npgsql 9.0.3]"]);
        (await Command.RunAsync("compare", file, file)).ExitCode.ShouldBe(0);
    }

    [Fact]
    public async Task What_cannot_be_compared_is_wrong_usage()
    {
        using var folder = new TempFolder();
        var good = folder.Write("good-report-full.json", Json(("Same", 1_000)));
        foreach (var (arguments, complaint) in new (string[], string)[]
        {
            ([good, folder.At("none")], "no file or folder"),
            ([good, folder.Write("bad.json", "{}")], "is not BenchmarkDotNet's full JSON"),
            ([good], "Required argument missing"),
            ([good, good, "--threshold", "5"], "'5' is not a part of the old time, such as 5%"),
            ([good, good, "--bogus"], "--bogus"),
        })
        {
            var ended = await Command.RunAsync(["compare", .. arguments]);
            ended.ExitCode.ShouldBe(2);
            ended.Errors.ShouldContain(complaint);
        }
    }

    private static double[] Around(double center) => [.. Enumerable.Range(-5, 11).Select(i => center * (1 + (i * 0.001)))];

    private static string ChangeOf(double[] old, double[] @new, double threshold, double noise) =>
        Comparison.Make(Run(old), Run(@new), threshold, noise).Benchmarks.Single().Change.ToString();

    private static Dictionary<string, Measured> Run(double[] values) => new() { [Load] = new Measured(Load, values, null) };

    private static string Json(params (string Name, double Center)[] benchmarks) =>
        Json([.. benchmarks.Select(b => (b.Name, b.Center, "quick"))]);

    private static string Json(params (string Name, double Center, string Job)[] benchmarks) => JsonSerializer.Serialize(new
    {
        HostEnvironmentInfo = new { BenchmarkDotNetVersion = "0.14.0", OsVersion = "Linux", RuntimeVersion = ".NET 10" },
        Benchmarks = benchmarks.Select(b => new
        {
            Type = "T",
            Method = b.Name,
            Parameters = "",
            DisplayInfo = $"T.{b.Name}: {b.Job}(IterationCount=10) [Store=x]",
            Statistics = new { OriginalValues = Around(b.Center) },
            Memory = new { BytesAllocatedPerOperation = 100 },
        }),
    });
}
