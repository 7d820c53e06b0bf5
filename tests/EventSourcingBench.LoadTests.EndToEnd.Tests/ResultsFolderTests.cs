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

    [Fact]
    public async Task A_full_disk_ends_the_run_with_a_message_and_keeps_what_is_there()
    {
        Directory.CreateDirectory(Path.Combine(Results, "steps"));
        File.CreateSymbolicLink(Path.Combine(Results, "steps", "003.json.tmp"), "/dev/full");

        var ended = await EndAsync($"{Short} --copies 1,2,3,4");

        ShouldBeLost(ended, Results).ShouldBe(2);
        // .NET says it in its own words where it reserves the space first.
        ended.Errors.ShouldMatch("No space left on device|disk was full");
    }

    [Fact]
    public async Task A_run_or_a_report_that_cannot_be_written_ends_the_run_too()
    {
        Temp.Folder("run/run.json.tmp");
        (await EndAsync(Short)).ShouldExitWith(1).Errors.ShouldContain("cannot be written any more");
        Directory.Delete(Temp.At("run/run.json.tmp"));
        Temp.Folder("run/report.html.tmp");
        ShouldBeLost(await EndAsync($"{Short} --copies 1"), Results).ShouldBe(1);
    }

    private static int ShouldBeLost(Ended ended, string run)
    {
        ended.ShouldExitWith(1).Errors.ShouldContain("cannot be written any more");
        ended.Errors.ShouldNotContain("   at ");
        var steps = RunFolder.Read(run).Steps;
        steps.ShouldAllBe(s => s.Verdict.Passed);
        return steps.Count;
    }
}
