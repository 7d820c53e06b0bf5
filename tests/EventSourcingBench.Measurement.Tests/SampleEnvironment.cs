namespace EventSourcingBench.Measurement.Tests;

/// <summary>A machine with one warning and every value set.</summary>
internal static class SampleEnvironment
{
    public static EnvironmentRecord Create() => new(
        "a processor", Cores: 2, MemoryBytes: 1L << 34, "a system", "a runtime", "workstation", "ext4", InMemoryFileSystem: false,
        FsyncP50Microseconds: 812, FsyncP99Microseconds: 2_001)
    {
        NoOpCeiling = new Dictionary<int, double> { [1] = 20_000, [8] = 40_000.5 },
        StolenCpuShare = 0.013,
        Warnings = ["busy"],
    };
}
