namespace EventSourcingBench.Measurement.Tests;

public sealed class EnvironmentProbeTests
{
    [Fact]
    public void A_folder_in_memory_is_flagged()
    {
        const string SharedMemory = "/dev/shm";
        var isInMemory = Directory.Exists(SharedMemory) && FileSystems.Of(SharedMemory) == "tmpfs";
        Assert.SkipUnless(isInMemory, $"There is no tmpfs at {SharedMemory}.");
        var folder = Directory.CreateDirectory(Path.Combine(SharedMemory, $"environment-probe-{System.Environment.ProcessId}"));

        var environment = EnvironmentProbe.Measure(folder.FullName, "Choose another.", TimeProvider.System);
        var counter = ForcedWriteCounter.Start([System.Environment.ProcessId], folder.FullName);
        folder.Delete();

        environment.InMemoryFileSystem.ShouldBeTrue();
        environment.WhyNotDurable().ShouldBe("the data folder is in memory (tmpfs)");
        environment.Warnings.ShouldContain(w => w.Contains("tmpfs") && w.EndsWith("Choose another."));
        counter.ShouldBeNull("there is nothing to count");
    }

    [Theory]
    [InlineData(false, 812, null)]
    [InlineData(false, 10, null)]
    [InlineData(false, 9.9, "a write of 4 KB and its fsync take 9.9 µs (p50)")]
    [InlineData(true, 812, "the data folder is in memory (ext4)")]
    public void A_folder_whose_fsync_does_nothing_is_not_durable(bool inMemory, double microseconds, string? reason)
    {
        var why = (SampleEnvironment.Create() with { InMemoryFileSystem = inMemory, FsyncP50Microseconds = microseconds }).WhyNotDurable();
        (why is null).ShouldBe(reason is null);
        (why ?? "").ShouldStartWith(reason ?? "");
    }

    [Fact]
    public void The_machine_describes_itself_and_nothing_is_left_behind()
    {
        var folder = Directory.CreateTempSubdirectory("environment-probe-").FullName;

        var environment = EnvironmentProbe.Measure(folder, "Choose another.", TimeProvider.System);

        environment.Cpu.ShouldNotBeNullOrWhiteSpace();
        environment.Cores.ShouldBe(System.Environment.ProcessorCount);
        environment.MemoryBytes.ShouldBeGreaterThan(0);
        environment.Runtime.ShouldStartWith(".NET");
        environment.GarbageCollector.ShouldBe("workstation, concurrent");
        environment.FsyncMinMicroseconds.ShouldNotBeNull().ShouldBeInRange(1, environment.FsyncP50Microseconds);
        (environment.FsyncP99Microseconds ?? double.MaxValue).ShouldBeGreaterThanOrEqualTo(environment.FsyncP50Microseconds);

        // Deleting a folder fails unless it is empty.
        Directory.Delete(folder);
    }

    [Fact]
    public void A_data_folder_that_cannot_be_is_named()
    {
        var below = Path.Combine(System.Environment.ProcessPath!, "data");
        Should.Throw<IOException>(() => FsyncProbe.Measure(below, TimeProvider.System)).Message.ShouldContain(below);
    }
}
