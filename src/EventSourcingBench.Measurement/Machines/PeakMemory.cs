namespace EventSourcingBench.Measurement.Machines;

/// <summary>The most memory that a process has had resident, as Linux keeps it: nothing between two samples is missed.</summary>
public static class PeakMemory
{
    private const string ForgetPeak = "5";

    /// <summary>Lets the peak begin again, from what is resident now. Where the system does not let it, the older peak stays.</summary>
    public static void Forget(int pid)
    {
        try
        {
            if (OperatingSystem.IsLinux())
                File.WriteAllText(FormattableString.Invariant($"/proc/{pid}/clear_refs"), ForgetPeak);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // It has ended, or belongs to another user.
        }
    }

    /// <summary>The peak since then, or since its start, bytes; null when it has ended or the system does not tell.</summary>
    public static long? Read(int pid) => OperatingSystem.IsLinux() ? ProcFile.ReadPeak(pid) : null;
}
