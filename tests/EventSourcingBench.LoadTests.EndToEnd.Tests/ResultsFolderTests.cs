namespace EventSourcingBench.LoadTests.EndToEnd.Tests;

/// <summary>Results that cannot be kept: said before anything is measured, or as soon as it shows.</summary>
public sealed class ResultsFolderTests : IDisposable
{
    private static readonly string[] Short =
        ["append", "--profile", "smoke", "--stores", "memory", "--via", "direct", "--warm-up", "0", "--duration", "300ms", "--no-ceiling"];

    private readonly TempFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task A_folder_that_cannot_be_made_is_said_before_the_run()
    {
        var file = _folder.Write("file", "");

        var ended = await Command.RunAsync([.. Short, "--output", Path.Combine(file, "run")]);

        ended.ShouldComplain(Path.Combine(file, "run"), "--output").Output.ShouldNotContain("opening");
    }

    [Fact]
    public async Task A_folder_with_a_run_is_left_as_it_is()
    {
        _folder.Write("run.json", "{}");

        (await Command.RunAsync([.. Short, "--output", _folder.Path])).ShouldComplain("holds a run already", _folder.Path);

        File.ReadAllText(_folder.At("run.json")).ShouldBe("{}");
        Directory.EnumerateFileSystemEntries(_folder.Path).ShouldHaveSingleItem();
    }

    [Fact]
    public async Task A_report_that_cannot_be_written_is_said()
    {
        (await Command.RunAsync([.. Short, "--output", _folder.At("run")])).ShouldExitWith(0);
        var file = _folder.Write("file", "");

        (await Command.RunAsync("report", _folder.At("run"), "--output", file)).ShouldComplain(file, "--output");
    }

    // 24 KiB hold the run and a step or two, 160 KiB all steps and no report.
    [Theory]
    [InlineData("4k", 0)]
    [InlineData("24k", 1)]
    [InlineData("160k", 4)]
    public async Task A_full_disk_ends_the_run_with_a_message_and_keeps_what_is_there(string size, int leastSteps)
    {
        var disk = _folder.Folder("disk");
        var kept = _folder.Folder("kept");
        var options = RunnerOptions.Default with
        {
            // The mount is seen by the command only: what it left is copied out before the end.
            Prefix = [.. await Mounts.TmpfsAsync(disk, size), "sh", "-c", $"\"$@\"; code=$?; cp -r '{disk}'/. '{kept}'; exit $code", "sh"],
        };

        var ended = await Runner.RunAsync(options, [.. Short, "--copies", "1,2,3,4", "--output", Path.Combine(disk, "run")]);

        ended.ShouldExitWith(1).Errors.ShouldContain("cannot be written any more");
        // .NET says it in its own words where it reserves the space first.
        ended.Errors.ShouldMatch("No space left on device|disk was full");
        ended.Errors.ShouldNotContain("   at ");
        var run = Path.Combine(kept, "run");
        var steps = Directory.Exists(Path.Combine(run, "steps")) ? Directory.GetFiles(Path.Combine(run, "steps"), "*.json") : [];
        steps.Length.ShouldBeGreaterThanOrEqualTo(leastSteps);
        if (leastSteps > 0)
        {
            ended.Output.ShouldContain("verified");
            var read = RunFolder.Read(run);
            read.Steps.Count.ShouldBe(steps.Length);
            read.Steps.ShouldAllBe(s => s.Verdict.Passed);
        }
    }
}
