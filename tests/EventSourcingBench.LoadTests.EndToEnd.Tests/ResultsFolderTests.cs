namespace EventSourcingBench.LoadTests.EndToEnd.Tests;

/// <summary>Results that cannot be kept: said before anything is measured, or as soon as it shows.</summary>
public sealed class ResultsFolderTests : RunTest
{
    private const string Short = "append --profile smoke --stores memory --via direct --warm-up 0 --duration 300ms --no-ceiling";

    [Fact]
    public async Task A_folder_that_cannot_be_made_is_said_before_the_run()
    {
        var run = Path.Combine(Temp.Write("file", ""), "run");
        (await Command.RunAsync($"{Short} --output {run}")).ShouldComplain(run, "--output").Output.ShouldNotContain("opening");
    }

    [Fact]
    public async Task A_folder_with_a_run_is_left_as_it_is()
    {
        var file = Temp.Write("run/run.json", "{}");
        (await EndAsync(Short)).ShouldComplain("holds a run already", Results);
        File.ReadAllText(file).ShouldBe("{}");
        Directory.EnumerateFileSystemEntries(Results).ShouldHaveSingleItem();
    }

    // 24 KiB hold the run and a step or two, 160 KiB all steps and no report.
    [Theory]
    [InlineData("4k", 0)]
    [InlineData("24k", 1)]
    [InlineData("160k", 4)]
    public async Task A_full_disk_ends_the_run_with_a_message_and_keeps_what_is_there(string size, int leastSteps)
    {
        var disk = Temp.Folder("disk");
        var kept = Temp.Folder("kept");
        var options = RunnerOptions.Default with
        {
            // The mount is seen by the command only: what it left is copied out before the end.
            Prefix = [.. await Mounts.TmpfsAsync(disk, size), "sh", "-c", $"\"$@\"; code=$?; cp -r '{disk}'/. '{kept}'; exit $code", "sh"],
        };

        var ended = await Runner.RunAsync(options, $"{Short} --copies 1,2,3,4 --output {disk}/run");

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
