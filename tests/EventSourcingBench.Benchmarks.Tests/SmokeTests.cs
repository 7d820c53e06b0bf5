namespace EventSourcingBench.Benchmarks.Tests;

/// <summary>Every benchmark in its smallest size, so that none can rot.</summary>
public sealed class SmokeTests
{
    [Fact]
    public async Task Every_benchmark_runs_on_the_embedded_stores()
    {
        using var folder = new TempFolder();
        var (cases, output) = await RunAsync(folder, "--stores memory,sqlite");
        output.TrimEnd().ShouldEndWith(folder.At("results"));
        cases.Select(c => c.Type).Distinct().Order()
            .ShouldBe(["CatchUp", "Deserialise", "LoadStream", "LoadWithSnapshot", "ReadStream", "Serialise", "WriteStream"]);
        cases.Where(c => c.Type == "LoadStream").Select(c => c.Parameters).Order()
            .ShouldBe(["Store=memory&Events=10&Size=10", "Store=sqlite&Events=10&Size=10"]);
        cases.Count.ShouldBe((6 * 2) + 6);
        cases.ShouldAllBe(c => c.Nanoseconds.Count == 1 && c.AllocatedBytes >= 0);
        foreach (var extension in new[] { "-report-github.md", "-report.html" })
            File.Exists(folder.At($"results/EventSourcingBench.Benchmarks.LoadStream{extension}")).ShouldBeTrue(extension);
    }

    [Fact]
    public async Task Every_benchmark_of_a_store_runs_on_PostgreSQL_and_leaves_the_environment_as_it_was()
    {
        await using (var pool = new ServerPool(new ServerPoolOptions { WorkFolder = Path.GetTempPath() }))
        {
            if (await pool.CheckAsync("postgres", Cancel) is { } unavailable)
                Assert.Skip(unavailable.ToString());
        }

        var before = Environment.GetEnvironmentVariable("EVENTSOURCINGBENCH_POSTGRES");
        using var folder = new TempFolder();
        (await RunAsync(folder, "--filter *Stream*Postgres* *Snapshot*Postgres* *CatchUp*Postgres* --pause 1ms"))
            .Cases.Count.ShouldBe(6);
        Environment.GetEnvironmentVariable("EVENTSOURCINGBENCH_POSTGRES").ShouldBe(before);
    }

    [Fact]
    public async Task A_filter_chooses_stores_whatever_the_case_and_counts_and_sizes_are_those_asked_for()
    {
        using var folder = new TempFolder();
        (await RunAsync(folder, "--filter *LoadStream*SQLite* --counts 3,7 --sizes 2")).Cases.Select(c => c.Parameters)
            .ShouldBe(["Store=sqlite&Events=3&Size=2", "Store=sqlite&Events=7&Size=2"]);
    }

    private static async Task<(IReadOnlyList<BenchmarkRecord> Cases, string Output)> RunAsync(TempFolder folder, string options)
    {
        var ended = await Command.RunAsync(["--profile", "smoke", .. options.Split(' '), "--output", folder.Path]);
        ended.ExitCode.ShouldBe(0, ended.Output + ended.Errors);
        return (BenchmarkFolder.Read(folder.Path).Records, ended.Output);
    }
}
