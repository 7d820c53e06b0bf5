namespace EventSourcingBench.Hosting.Tests;

public sealed class RunWorkFolderTests : IDisposable
{
    // Greater than any process id that Linux gives.
    private const int DeadProcess = 0x7FFF_FFF0;
    // The first process of the system.
    private const int LivingProcess = 1;
    private readonly TempFolder _temp = new();

    public void Dispose() => _temp.Dispose();

    [Fact]
    public void It_is_there_until_it_is_disposed()
    {
        string path;
        using (var work = RunWorkFolder.Create(Path.Combine(_temp.Path, "new")))
        {
            path = work.Path;
            Directory.Exists(path).ShouldBeTrue();
        }

        Directory.Exists(path).ShouldBeFalse();
    }

    [Fact]
    public void What_a_dead_runner_left_is_removed_and_nothing_else()
    {
        using var mine = RunWorkFolder.Create(_temp.Path);
        var dead = Run(DeadProcess, DeadProcess);
        var deadWithTheSameId = Run(Environment.ProcessId, Environment.ProcessId);
        var alive = Run(LivingProcess, LivingProcess);
        var nameSaysOther = Run(LivingProcess, DeadProcess);
        var otherMachine = Run(DeadProcess, DeadProcess, machine: "elsewhere", suffix: "b");
        var otherProgram = Run(DeadProcess, DeadProcess, program: "Other", suffix: "c");
        var noOwner = _temp.Folder($"esb-run-{DeadProcess}-d");
        var brokenOwner = _temp.Folder($"esb-run-{DeadProcess}-e");
        _temp.Write($"esb-run-{DeadProcess}-e/owner.json", "{");
        var otherName = _temp.Folder("somebody's");

        using var work = RunWorkFolder.Create(_temp.Path);

        Directory.Exists(dead).ShouldBeFalse();
        Directory.Exists(deadWithTheSameId).ShouldBeFalse();
        foreach (var kept in new[] { mine.Path, alive, nameSaysOther, otherMachine, otherProgram, noOwner, brokenOwner, otherName })
            Directory.Exists(kept).ShouldBeTrue(kept);
    }

    [Fact]
    public void A_base_that_cannot_be_written_to_is_a_users_error()
    {
        var file = _temp.Write("a-file", "");

        Should.Throw<UserException>(() => RunWorkFolder.Create(Path.Combine(file, "below"))).Message.ShouldContain("cannot be written to");
    }

    [Fact]
    public void The_default_base_is_on_a_disk()
    {
        Assert.SkipUnless(
            WorkFolders.IsOnDisk("/var/tmp") || WorkFolders.IsOnDisk(AppContext.BaseDirectory),
            "this machine has only folders in memory");

        WorkFolders.IsOnDisk(RunWorkFolder.DefaultBase()).ShouldBeTrue();
    }

    [Fact]
    public void A_folder_in_memory_is_told()
    {
        Assert.SkipUnless(Directory.Exists("/dev/shm"), "there is no folder in memory on this machine");

        WorkFolders.IsOnDisk("/dev/shm/not/there/yet").ShouldBeFalse();
    }

    private string Run(int inName, int inFile, string? machine = null, string program = "EventSourcingBench", string suffix = "a")
    {
        var name = $"esb-run-{inName.ToString(CultureInfo.InvariantCulture)}-{suffix}{inFile.ToString(CultureInfo.InvariantCulture)}";
        _temp.Write(
            Path.Combine(name, "owner.json"),
            $$"""{"Program":"{{program}}","ProcessId":{{inFile}},"Machine":"{{machine ?? Environment.MachineName}}"}""");
        return Path.Combine(_temp.Path, name);
    }
}
