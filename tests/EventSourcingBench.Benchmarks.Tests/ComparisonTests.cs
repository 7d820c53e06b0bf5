namespace EventSourcingBench.Benchmarks.Tests;

public sealed class ComparisonTests
{
    private const string Load = "EventSourcingBench.Benchmarks.LoadStream.LoadAsync(Store: \"sqlite\", Events: 10, Size: 10)";

    [Fact]
    public void A_run_is_unchanged_against_itself()
    {
        var run = Run((Load, Around(1_000)));
        Comparison.Make(run, run, 0, 0).Benchmarks.Single().Change.ShouldBe(Change.Unchanged);
    }

    [Theory]
    [InlineData(1_200, nameof(Change.Regressed))]
    [InlineData(800, nameof(Change.Improved))]
    [InlineData(1_020, nameof(Change.Unchanged))]
    [InlineData(980, nameof(Change.Unchanged))]
    public void What_changed_by_more_than_the_threshold_is_found(double center, string change) =>
        Comparison.Make(Run((Load, Around(1_000))), Run((Load, Around(center))), 5, 1).Benchmarks.Single().Change.ToString().ShouldBe(change);

    [Fact]
    public void A_small_difference_is_found_where_the_threshold_is_smaller() =>
        Comparison.Make(Run((Load, Around(1_000))), Run((Load, Around(1_020))), 1, 0).Benchmarks.Single().Change.ShouldBe(Change.Regressed);

    [Fact]
    public void A_difference_within_the_noise_is_none_however_great_its_part()
    {
        var (old, @new) = (Run((Load, Around(2))), Run((Load, Around(3))));
        Comparison.Make(old, @new, 5, 0).Benchmarks.Single().Change.ShouldBe(Change.Regressed);
        Comparison.Make(old, @new, 5, 2).Benchmarks.Single().Change.ShouldBe(Change.Unchanged);
    }

    [Fact]
    public void Values_that_overlap_are_no_regression()
    {
        double[] scattered = [900, 1_500, 700, 1_300, 1_100, 800, 1_400, 1_000, 1_200, 600];
        var shifted = scattered.Select(v => v * 1.08).ToArray();
        Comparison.Make(Run((Load, scattered)), Run((Load, shifted)), 5, 1).Benchmarks.Single().Change.ShouldBe(Change.Unchanged);
    }

    [Fact]
    public void Too_few_values_decide_nothing() =>
        Comparison.Make(Run((Load, [1, 1, 1, 1])), Run((Load, [9, 9, 9, 9])), 5, 1).Benchmarks.Single().Change.ShouldBe(Change.Undecided);

    [Fact]
    public async Task The_command_names_what_changed_and_what_is_missing_and_ends_with_1()
    {
        using var folder = new TempFolder();
        var old = folder.Write("old/results/a-report-full.json", Json(("Same", 1_000), ("Slow", 1_000), ("Fast", 1_000), ("Gone", 5)));
        folder.Write("new/results/a-report-full.json", Json(("Same", 1_000), ("Slow", 2_000), ("Fast", 500)));
        folder.Write("new/results/b-report-full.json", Json(("Fresh", 5)));
        var ended = await Ended.RunAsync("compare", old, Path.Combine(folder.Path, "new"));
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
        (await Ended.RunAsync("compare", old, @new)).ExitCode.ShouldBe(0);
        (await Ended.RunAsync("compare", old, @new, "--threshold", "2%")).ExitCode.ShouldBe(1);
        (await Ended.RunAsync("compare", old, @new, "--threshold", "2%", "--noise", "1us")).ExitCode.ShouldBe(0);
    }

    [Fact]
    public async Task Jobs_of_one_run_are_kept_apart()
    {
        using var folder = new TempFolder();
        var file = folder.Write("v-report-full.json", Json(("Load", 1_000, "Npgsql 9.0.3"), ("Load", 2_000, "Npgsql 10.0.0")));
        ResultFiles.Read(file).Keys.Order().ShouldBe(["T.Load [Npgsql 10.0.0]", "T.Load [Npgsql 9.0.3]"]);
        (await Ended.RunAsync("compare", file, file)).ExitCode.ShouldBe(0);
    }

    [Fact]
    public async Task What_cannot_be_compared_is_wrong_usage()
    {
        using var folder = new TempFolder();
        var good = folder.Write("good-report-full.json", Json(("Same", 1_000)));
        var bad = folder.Write("bad.json", "{}");
        foreach (var (other, complaint) in new[] { (Path.Combine(folder.Path, "none"), "no file or folder"), (bad, "is not BenchmarkDotNet's full JSON") })
        {
            var ended = await Ended.RunAsync("compare", good, other);
            ended.ExitCode.ShouldBe(2);
            ended.Errors.ShouldContain(complaint);
        }

        (await Ended.RunAsync("compare", good)).ExitCode.ShouldBe(2);
        (await Ended.RunAsync("compare", good, good, "--threshold", "5")).ExitCode.ShouldBe(2);
        (await Ended.RunAsync("compare", good, good, "--bogus")).ExitCode.ShouldBe(2);
    }

    private static double[] Around(double center) => [.. Enumerable.Range(-5, 11).Select(i => center * (1 + (i * 0.001)))];

    private static Dictionary<string, Measured> Run(params (string Name, double[] Values)[] benchmarks) =>
        benchmarks.ToDictionary(b => b.Name, b => new Measured(b.Name, b.Values, null), StringComparer.Ordinal);

    private static string Json(params (string Name, double Center)[] benchmarks) => Json([.. benchmarks.Select(b => (b.Name, b.Center, "quick"))]);

    private static string Json(params (string Name, double Center, string Job)[] benchmarks)
    {
        var cases = benchmarks.Select(b => $$"""
            { "Type": "T", "Method": "{{b.Name}}", "Parameters": "", "DisplayInfo": "T.{{b.Name}}: {{b.Job}}(IterationCount=10) [Store=x]",
              "Statistics": { "OriginalValues": [{{string.Join(',', Around(b.Center).Select(v => v.ToString(CultureInfo.InvariantCulture)))}}] },
              "Memory": { "BytesAllocatedPerOperation": 100 } }
            """);
        return $$"""{ "HostEnvironmentInfo": { "BenchmarkDotNetVersion": "0.14.0", "OsVersion": "Linux", "RuntimeVersion": ".NET 10" }, "Benchmarks": [{{string.Join(',', cases)}}] }""";
    }
}
