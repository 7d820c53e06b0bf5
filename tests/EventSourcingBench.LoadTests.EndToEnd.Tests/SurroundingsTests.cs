namespace EventSourcingBench.LoadTests.EndToEnd.Tests;

/// <summary>Another run beside this one, another user than root.</summary>
public sealed class SurroundingsTests : RunTest
{
    private const string Short = "append --profile smoke --warm-up 0 --no-ceiling";

    [Nightly, Fact]
    public async Task Two_runs_at_once_do_not_disturb_each_other_and_an_ordinary_user_runs_every_store_of_the_box()
    {
        await Postgres.SkipWithoutAsync();
        var home = Temp.Folder("home");
        // Without root's rights both are runs of this user.
        var other = Environment.IsPrivilegedProcess && IsOpen(Places.Command) ? RunnerOptions.AsNobody(home) : RunnerOptions.Default;

        // Named, so that nothing is looked for with a home that has no packages.
        var both = await Task.WhenAll(
            EndAsync($"{Short} --rate 50 --stores postgres:tuned --servers local --via direct"),
            Runner.RunAsync(other, $"{Short} --rate 50 --stores sqlite:tuned,filelog,postgres:tuned --servers local --output {home}/run"));

        both.ShouldAllBe(ended => ended.ShouldExitWith(0).Errors.Length == 0);
        RunFolder.Read(Results).Steps.ShouldHaveSingleItem().Verdict.Passed.ShouldBeTrue();
        var run = RunFolder.Read(Path.Combine(home, "run"));
        run.Steps.Select(s => s.Store).Order().ShouldBe(["filelog", "postgres:tuned", "sqlite:tuned"]);
        run.Steps.ShouldAllBe(s => s.Verdict.Passed);
        Directory.EnumerateDirectories(home, "esb-run-*").ShouldBeEmpty();
    }

    [Fact]
    public async Task Stolen_time_is_said_at_the_run_as_in_its_report()
    {
        var stat = Temp.Write("stat", "cpu  100 0 100 100 0 0 0 0 0 0\n");
        var options = RunnerOptions.Default with { Prefix = await Mounts.FilesAsync((stat, "/proc/stat")) };
        await using var runner = Start($"{Short} --rate 50 --duration 2s --stores memory --via direct", options);
        await runner.SaysAsync("1 step, about ");
        await File.WriteAllTextAsync(stat, "cpu  200 0 200 200 0 0 0 200 0 0\n", Cancel);

        var ended = (await runner.EndAsync()).ShouldExitWith(0);

        var warnings = RunFolder.Read(Results).Environment.Warnings;
        warnings.ShouldContain(w => w.Contains("50% of the CPU time", StringComparison.Ordinal));
        warnings.ShouldAllBe(w => ended.Output.Contains($"Warning: {w}{Environment.NewLine}", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Data_that_is_kept_in_memory_is_ranked_as_volatile()
    {
        const string memory = "/dev/shm";
        Assert.SkipUnless(Directory.Exists(memory) && new DriveInfo(memory).DriveFormat == "tmpfs", $"There is no tmpfs at {memory}.");
        var output = Path.Combine(memory, Path.GetFileName(Temp.At("esb-kept-in-memory")) + Environment.ProcessId);
        try
        {
            var ended = await Command.RunAsync(
                $"{Short} --rate 50 --duration 1s --stores sqlite:tuned,memory --via direct --keep --output {output}");

            ended.ShouldExitWith(0);

            var run = RunFolder.Read(output);
            run.Environment.InMemoryFileSystem.ShouldBeTrue();
            run.Environment.Warnings.ShouldContain(w => w.Contains("--output"));
            var sqlite = run.Run.Stores.Single(s => s.Name == "sqlite:tuned");
            sqlite.Durability.ShouldBe("volatile");
            sqlite.DurabilityReason.ShouldContain("in memory (tmpfs)");
            sqlite.DurabilityReason.ShouldContain("The store says of itself: fsync.");
        }
        finally
        {
            Directory.Delete(output, recursive: true);
        }
    }

    private static bool IsOpen(string file)
    {
        for (var at = Path.GetDirectoryName(file); at is not null; at = Path.GetDirectoryName(at))
        {
            if (!File.GetUnixFileMode(at).HasFlag(UnixFileMode.OtherExecute))
                return false;
        }

        return true;
    }
}
