using EventSourcingBench.LoadTests.Cli;

namespace EventSourcingBench.Reporting.Tests;

public sealed class PublishCommandTests : TempFolderTest
{
    [Fact]
    public async Task Only_a_forced_command_writes_a_run_that_does_not_pass_and_the_site_has_it()
    {
        var run = new SyntheticRun { Interrupted = true }.Complete();
        var folder = Temp.Folder("run");
        RunFolder.WriteRun(folder, run.Run, run.Environment);
        foreach (var step in run.Steps)
            RunFolder.WriteStep(folder, step);

        (await Commands.RunAsync(["publish", folder, "--output", Temp.At("published")])).ShouldBe(1);
        Directory.Exists(Temp.At("published")).ShouldBeFalse();

        (await Commands.RunAsync(["publish", folder, "--output", Temp.At("published"), "--force"])).ShouldBe(0);
        var published = PublishedRunFile.ReadAll(Temp.At("published")).ShouldHaveSingleItem();
        published.Forced.ShouldContain(r => r.Contains("failed verification", StringComparison.Ordinal));
        published.Forced.ShouldContain(r => r.Contains("interrupted", StringComparison.Ordinal));

        (await Commands.RunAsync(["site", "--published", Temp.At("published"), "--output", Temp.At("site")])).ShouldBe(0);
        File.ReadAllText(Temp.At("site/index.html")).ShouldContain(published.Id);
        File.Exists(Temp.At($"site/published/{published.Id}.json")).ShouldBeTrue();
    }
}
