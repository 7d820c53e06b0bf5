[assembly: DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]

namespace EventSourcingBench.Measurement.Machines;

/// <summary>The part of Linux's tracing that counts events of the kernel, see perf_event_open(2). It takes root, or CAP_PERFMON with a
/// readable tracefs; whatever is missing is null here.</summary>
internal static class Tracing
{
    private const string Mounted = "/sys/kernel/tracing";

    // fsopen, fsconfig and fsmount have the same numbers on all processors.
    private const int OpenFileSystem = 430;
    private const int ConfigureFileSystem = 431;
    private const int MountFileSystem = 432;
    private const int Create = 6;

    private const ulong TracepointType = 2;
    private const ulong WithDescendants = 1 << 1;
    private const nint AnyCpu = -1;
    private const nint NoGroup = -1;
    private const nint CloseOnExec = 8;

    private static readonly nint? OpenEvent = RuntimeInformation.ProcessArchitecture switch
    {
        Architecture.X64 => 298,
        Architecture.Arm64 => 241,
        _ => null,
    };

    /// <summary>The number of a tracepoint such as <c>ext4/ext4_sync_file_enter</c>; null where it cannot be read.</summary>
    public static ulong? Find(string tracepoint)
    {
        if (!OperatingSystem.IsLinux() || OpenEvent is null)
            return null;

        if (Read(Mounted, tracepoint) is { } id)
            return id;

        // Where it is not mounted it is mounted for this handle alone: no path leads there, and it goes with the handle.
        using var configured = Handle(Call(OpenFileSystem, "tracefs", 0));
        if (configured is null || Call(ConfigureFileSystem, configured.DangerousGetHandle(), Create, 0, 0, 0) != 0)
            return null;

        using var mounted = Handle(Call(MountFileSystem, configured.DangerousGetHandle(), 0, 0, 0, 0));
        return mounted is null ? null : Read($"/proc/self/fd/{mounted.DangerousGetHandle()}", tracepoint);
    }

    /// <summary>Begins to count a tracepoint in a thread, and in all threads and processes that it starts from now on.</summary>
    /// <param name="count">What <see cref="Read(SafeFileHandle)"/> reads; null where the thread has ended.</param>
    /// <returns>False where the system refuses.</returns>
    public static bool TryCount(ulong tracepoint, int thread, out SafeFileHandle? count)
    {
        const int NoSuchThread = 3;
        // The first version of perf_event_attr, which each kernel knows: type and size, config, sample_period, sample_type, read_format,
        // the flags, wakeup_events and bp_type, config1. Both processors are little-endian.
        ulong[] attributes = [TracepointType | ((8UL * sizeof(ulong)) << 32), tracepoint, 0, 0, 0, WithDescendants, 0, 0];
        count = OpenEvent is { } call ? Handle(Call(call, attributes, thread, AnyCpu, NoGroup, CloseOnExec)) : null;
        return count is not null || Marshal.GetLastPInvokeError() == NoSuchThread;
    }

    public static long Read(SafeFileHandle count) => Read(count, out var value, sizeof(long)) == sizeof(long) ? value
        : throw new IOException("A counter of the kernel could not be read.");

    // Null where it is not mounted, the file system is not in the kernel, or this user may not look.
    private static ulong? Read(string root, string tracepoint) =>
        ProcFile.OrNull(() => File.ReadAllText($"{root}/events/{tracepoint}/id")) is { } id
            ? ulong.Parse(id, NumberStyles.AllowTrailingWhite, CultureInfo.InvariantCulture) : null;

    private static SafeFileHandle? Handle(nint descriptor) => descriptor < 0 ? null : new SafeFileHandle(descriptor, ownsHandle: true);

    [DllImport("libc", EntryPoint = "syscall", CharSet = CharSet.Ansi, BestFitMapping = false, ThrowOnUnmappableChar = true)]
    private static extern nint Call(nint number, string name, nint flags);

    [DllImport("libc", EntryPoint = "syscall")]
    private static extern nint Call(nint number, nint first, nint second, nint third, nint fourth, nint fifth);

    [DllImport("libc", EntryPoint = "syscall", SetLastError = true)]
    private static extern nint Call(nint number, ulong[] attributes, nint thread, nint cpu, nint group, nint flags);

    [DllImport("libc", EntryPoint = "read")]
    private static extern nint Read(SafeFileHandle descriptor, out long value, nint size);
}
