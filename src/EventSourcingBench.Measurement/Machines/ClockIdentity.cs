namespace EventSourcingBench.Measurement.Machines;

/// <summary>Whether two processes read one clock: the same kernel since the same boot.</summary>
public static class ClockIdentity
{
    /// <summary>This process's; where the system does not say, the host's name.</summary>
    public static string Current { get; } = ProcFile.TryRead("/proc/sys/kernel/random/boot_id")?.Trim() ?? Environment.MachineName;
}
