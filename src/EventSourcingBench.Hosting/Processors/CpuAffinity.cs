namespace EventSourcingBench.Hosting.Processors;

/// <summary>Which processors processes may use. A process inherits those of the thread that starts it, and so does everything that it
/// starts in turn: a server's workers are where the server is. Linux only.</summary>
public static class CpuAffinity
{
    private const int BitsOfByte = 8;
    private const int ThisThread = 0;

    /// <summary>Why processes cannot be pinned here; null where they can.</summary>
    public static string? Obstacle => OperatingSystem.IsLinux() ? null : "Processes are pinned to CPUs on Linux only.";

    /// <summary>The processors that a process may use; null when it has ended or they cannot be read.</summary>
    public static CpuSet? Of(int processId) => Read(ProcFile.TryRead(processId, "status"));

    /// <summary>Pins all threads of this process. Those that they start later, and child processes, inherit it.</summary>
    /// <exception cref="UserException">The system refuses; the message says why.</exception>
    public static void PinThisProcess(CpuSet cpus)
    {
        var pinned = new HashSet<int>();
        int before;
        do
        {
            // A thread that is not pinned yet may have started another meanwhile.
            before = pinned.Count;
            foreach (var thread in ProcFile.ReadThreads(Environment.ProcessId).Where(pinned.Add))
                Set(thread, cpus);
        }
        while (pinned.Count > before);
    }

    /// <summary>Starts a child process on these processors; null: where this process is.</summary>
    internal static void Start(CpuSet? cpus, Action start)
    {
        if (cpus is null)
        {
            start();
            return;
        }

        var own = Read(ProcFile.TryRead("/proc/thread-self/status"))
            ?? throw new UserException("The CPUs of this thread cannot be read from /proc.");
        Set(ThisThread, cpus);
        try
        {
            start();
        }
        finally
        {
            Set(ThisThread, own);
        }
    }

    private static CpuSet? Read(string? status) =>
        ProcFile.Line(status, "Cpus_allowed_list:") is { } list ? CpuSet.Parse(list.Trim()) : null;

    private static void Set(int thread, CpuSet cpus)
    {
        var mask = new byte[((cpus.Cpus[^1] / (BitsOfByte * nint.Size)) + 1) * nint.Size];
        foreach (var cpu in cpus.Cpus)
            mask[cpu / BitsOfByte] |= (byte)(1 << (cpu % BitsOfByte));

        const int NoSuchThread = 3;
        if (SetAffinity(thread, (nuint)mask.Length, mask) != 0 && Marshal.GetLastPInvokeError() is var error and not NoSuchThread)
        {
            throw new UserException(
                $"The system does not let processes be pinned to the CPUs {cpus}: {new Win32Exception(error).Message}.");
        }
    }

    // A mask is bytes in the order of the machine's words, whose least byte comes first on all that .NET runs on.
    [DllImport("libc", EntryPoint = "sched_setaffinity", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int SetAffinity(int thread, nuint size, byte[] mask);
}
