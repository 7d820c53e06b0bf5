namespace EventSourcingBench.Measurement.Machines;

/// <summary>Whether two processes read one clock: the same kernel since the same boot.</summary>
public static class ClockIdentity
{
    private const string BootId = "/proc/sys/kernel/random/boot_id";

    /// <summary>This process's; where the system does not say, the host's name.</summary>
    public static string Current { get; } = File.Exists(BootId) ? File.ReadAllText(BootId).Trim() : Environment.MachineName;
}
