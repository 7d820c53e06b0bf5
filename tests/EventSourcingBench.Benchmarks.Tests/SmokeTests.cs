namespace EventSourcingBench.Benchmarks.Tests;

/// <summary>Every benchmark in its smallest size, so that none can rot.</summary>
public sealed class SmokeTests
{
    [Fact]
    public async Task Every_benchmark_runs_on_the_embedded_stores()
    {
        using var folder = new TempFolder();
        var ended = await Ended.RunAsync("--profile", "smoke", "--stores", "memory,sqlite", "--output", folder.Path);
        ended.ExitCode.ShouldBe(0, ended.Output + ended.Errors);
        ended.Output.TrimEnd().ShouldEndWith(Path.Combine(folder.Path, "results"));

        var cases = Cases(folder.Path);
        cases.Select(c => c.Type).Distinct().Order()
            .ShouldBe(["Deserialise", "LoadStream", "LoadWithSnapshot", "ReadStream", "Serialise", "WriteStream"]);
        cases.Where(c => c.Type == "LoadStream").Select(c => c.Parameters).Order()
            .ShouldBe(["Store=memory&Events=10&Size=10", "Store=sqlite&Events=10&Size=10"]);
        cases.Count.ShouldBe((5 * 2) + 6);
        cases.ShouldAllBe(c => c.Values == 1 && c.Allocated >= 0);
        foreach (var extension in new[] { "-report-github.md", "-report.html" })
        {
            var report = Path.Combine(folder.Path, "results", "EventSourcingBench.Benchmarks.LoadStream" + extension);
            File.Exists(report).ShouldBeTrue(extension);
        }
    }

    [Fact]
    public async Task Every_benchmark_of_a_store_runs_on_PostgreSQL_and_leaves_the_environment_as_it_was()
    {
        await using (var pool = new ServerPool(new ServerPoolOptions { WorkFolder = Path.GetTempPath() }))
        {
            if (await pool.CheckAsync("postgres", TestContext.Current.CancellationToken) is { } unavailable)
                Assert.Skip(unavailable.ToString());
        }

        var before = Environment.GetEnvironmentVariable("EVENTSOURCINGBENCH_POSTGRES");
        using var folder = new TempFolder();
        var ended = await Ended.RunAsync(
            "--profile", "smoke", "--filter", "*Stream*Postgres*", "*Snapshot*Postgres*", "--output", folder.Path, "--pause", "1ms");
        ended.ExitCode.ShouldBe(0, ended.Output + ended.Errors);
        Cases(folder.Path).Count.ShouldBe(5);
        Environment.GetEnvironmentVariable("EVENTSOURCINGBENCH_POSTGRES").ShouldBe(before);
    }

    [Fact]
    public async Task A_filter_chooses_stores_whatever_the_case_and_counts_and_sizes_are_those_asked_for()
    {
        using var folder = new TempFolder();
        var ended = await Ended.RunAsync(
            "--profile", "smoke", "--filter", "*LoadStream*SQLite*", "--counts", "3,7", "--sizes", "2", "--output", folder.Path);
        ended.ExitCode.ShouldBe(0, ended.Output + ended.Errors);
        Cases(folder.Path).Select(c => c.Parameters).ShouldBe(["Store=sqlite&Events=3&Size=2", "Store=sqlite&Events=7&Size=2"]);
    }

    private static List<(string Type, string Parameters, int Values, long Allocated)> Cases(string folder) =>
        [.. Directory.EnumerateFiles(Path.Combine(folder, "results"), "*-report-full.json").SelectMany(Read)];

    private static List<(string Type, string Parameters, int Values, long Allocated)> Read(string file)
    {
        using var document = JsonDocument.Parse(File.ReadAllText(file));
        return [.. document.RootElement.GetProperty("Benchmarks").EnumerateArray().Select(b => (
            b.GetProperty("Type").GetString()!,
            b.GetProperty("Parameters").GetString()!,
            b.GetProperty("Statistics").GetProperty("OriginalValues").GetArrayLength(),
            b.GetProperty("Memory").GetProperty("BytesAllocatedPerOperation").GetInt64()))];
    }
}
