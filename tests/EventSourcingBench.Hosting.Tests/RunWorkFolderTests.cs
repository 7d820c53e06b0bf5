namespace EventSourcingBench.Hosting.Tests;

public sealed class RunWorkFolderTests : TempFolderTest
{
    // Greater than any process id that Linux gives.
    private const int DeadProcess = 0x7FFF_FFF0;
    // The first process of the system.
    private const int LivingProcess = 1;

    [Fact]
    public void It_is_there_until_it_is_disposed()
    {
        var work = RunWorkFolder.Create(Temp.At("new"));
        Directory.Exists(work.Path).ShouldBeTrue();
        work.Dispose();
        Directory.Exists(work.Path).ShouldBeFalse();
    }

    [Fact]
    public void What_a_dead_runner_left_is_removed_and_nothing_else()
    {
        using var mine = RunWorkFolder.Create(Temp.Path);
        var dead = Run(DeadProcess, DeadProcess);
        var deadWithTheSameId = Run(Environment.ProcessId, Environment.ProcessId);
        var alive = Run(LivingProcess, LivingProcess);
        var nameSaysOther = Run(LivingProcess, DeadProcess);
        var otherMachine = Run(DeadProcess, DeadProcess, machine: "elsewhere", suffix: "b");
        var otherProgram = Run(DeadProcess, DeadProcess, program: "Other", suffix: "c");
        var noOwner = Temp.Folder($"esb-run-{DeadProcess}-d");
        var brokenOwner = Temp.Folder($"esb-run-{DeadProcess}-e");
        Temp.Write($"esb-run-{DeadProcess}-e/owner.json", "{");
        var otherName = Temp.Folder("somebody's");

        using var work = RunWorkFolder.Create(Temp.Path);

        string[] kept = [mine.Path, alive, nameSaysOther, otherMachine, otherProgram, noOwner, brokenOwner, otherName];
        kept.Append(dead).Append(deadWithTheSameId).Where(Directory.Exists).ShouldBe(kept);
    }

    [Fact]
    public void A_base_that_cannot_be_written_to_is_a_users_error() => Should.Throw<UserException>(
        () => RunWorkFolder.Create(Path.Combine(Temp.Write("a-file", ""), "below"))).Message.ShouldContain("cannot be written to");

    [Fact]
    public void The_default_base_is_on_a_disk_and_a_folder_in_memory_is_not()
    {
        var hasDisk = WorkFolders.IsOnDisk("/var/tmp") || WorkFolders.IsOnDisk(AppContext.BaseDirectory);
        Assert.SkipUnless(hasDisk && Directory.Exists("/dev/shm"), "this machine lacks folders on a disk or in memory");
        WorkFolders.IsOnDisk(RunWorkFolder.DefaultBase()).ShouldBeTrue();
        WorkFolders.IsOnDisk("/dev/shm/not/there/yet").ShouldBeFalse();
    }

    private string Run(int inName, int inFile, string? machine = null, string program = "EventSourcingBench", string suffix = "a")
    {
        var name = FormattableString.Invariant($"esb-run-{inName}-{suffix}{inFile}");
        var owner = $$"""{"Program":"{{program}}","ProcessId":{{inFile}},"Machine":"{{machine ?? Environment.MachineName}}"}""";
        return Path.GetDirectoryName(Temp.Write($"{name}/owner.json", owner))!;
    }
}
