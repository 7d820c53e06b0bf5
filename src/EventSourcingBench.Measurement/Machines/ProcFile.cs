namespace EventSourcingBench.Measurement.Machines;

/// <summary>Reads <c>/proc</c>, where a process may end between any two lines. Elsewhere than on Linux all are gone.</summary>
public static class ProcFile
{
    /// <summary>USER_HZ, the unit of times in <c>/proc</c>: 100 on every architecture that .NET runs on.</summary>
    internal const double ClocksPerSecond = 100;

    private const string Root = "/proc";

    internal static ProcStat? ReadStat(int pid) => TryRead(pid, "stat") is { } line ? ProcStat.Parse(line) : null;

    /// <summary>The machine's line of <c>/proc/stat</c>; null elsewhere than on Linux.</summary>
    internal static string? ReadMachine() => TryRead($"{Root}/stat")?.Split('\n', 2)[0];

    /// <summary>All processors of the machine, also those that a container or an affinity does not have; 0 elsewhere than on Linux.
    /// </summary>
    internal static int CountProcessors() => CpuTimes.CountProcessors(TryRead($"{Root}/stat"));

    /// <summary>The threads of a process; none when it is gone.</summary>
    public static IReadOnlyList<int> ReadThreads(int pid) =>
        OrNull(() => Numbers(FormattableString.Invariant($"{Root}/{pid}/task")).ToList()) ?? [];

    internal static IReadOnlyList<ProcStat> ReadAll() =>
        Directory.Exists(Root) ? [.. Numbers(Root).Select(ReadStat).OfType<ProcStat>()] : [];

    private static IEnumerable<int> Numbers(string folder) => Directory.EnumerateDirectories(folder)
        .Select(f => int.TryParse(Path.GetFileName(f.AsSpan()), NumberStyles.None, CultureInfo.InvariantCulture, out var id) ? id : -1)
        .Where(id => id >= 0);

    /// <summary>Resident memory of processes that share files and buffers, bytes: the pages of each alone, and the most that one of them
    /// has of files and of shared memory. Those that are gone have none.</summary>
    /// <remarks>The proportional set size would count exactly what is shared. But the kernel walks all pages for it, with a lock on them:
    /// 180 ms for 49 processes of a PostgreSQL server with 280 MB of buffers.</remarks>
    internal static long ReadMemory(IEnumerable<int> pids)
    {
        var processes = pids.Select(p => TryRead(p, "status")).OfType<string>().ToList();
        return processes.Sum(p => Kilobytes(p, "RssAnon:") ?? Kilobytes(p, "VmRSS:") ?? 0) + MostOf("RssFile:") + MostOf("RssShmem:");

        long MostOf(string name) => processes.Select(p => Kilobytes(p, name) ?? 0).DefaultIfEmpty().Max();
    }

    /// <summary>How many files, sockets and the like it has open; null when it is gone or belongs to another user.</summary>
    internal static int? ReadHandles(int pid) =>
        OrNull<int?>(() => Directory.EnumerateFileSystemEntries(FormattableString.Invariant($"{Root}/{pid}/fd")).Count());

    /// <summary>Bytes that it had written to disk, with those of children that it waited for; null when it is gone.</summary>
    internal static long? ReadWrittenBytes(int pid) => Value(TryRead(pid, "io"), "write_bytes:");

    /// <summary>The value of a line such as <c>Pss: 1234 kB</c>, bytes; null where there is none.</summary>
    internal static long? Kilobytes(string? text, string name) => Value(text, name) * 1024;

    private static long? Value(string? text, string name) => long.TryParse(
        Line(text, name).AsSpan().TrimEnd("kB "), NumberStyles.AllowLeadingWhite, CultureInfo.InvariantCulture, out var value)
            ? value : null;

    /// <summary>What follows a name at the start of a line; null where no line begins so.</summary>
    public static string? Line(string? text, string name) =>
        text?.Split('\n').FirstOrDefault(l => l.StartsWith(name, StringComparison.Ordinal))?[name.Length..];

    /// <summary>A file of a process; null when it is gone or belongs to another user.</summary>
    public static string? TryRead(int pid, string file) => TryRead(FormattableString.Invariant($"{Root}/{pid}/{file}"));

    public static string? TryRead(string path) => OrNull(() => File.ReadAllText(path));

    /// <summary>What is read of the kernel; null where the process has ended or belongs to another user, or this system has no such file:
    /// there is nothing to read then, and nothing to report.</summary>
    public static T? OrNull<T>(Func<T> read)
    {
        try
        {
            return read();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return default;
        }
    }
}

/// <summary>What <c>/proc/PID/stat</c> says, see proc(5): processor time of a process, and of its children that were waited for.</summary>
internal readonly record struct ProcStat(int Pid, int ParentPid, TimeSpan Cpu, TimeSpan EndedChildrenCpu, int Threads)
{
    // Fields behind the name, counted from the state.
    private const int ParentField = 1;
    private const int FirstTimeField = 11;
    private const int ThreadsField = 17;

    public static ProcStat? Parse(string line)
    {
        // The name is in brackets and may itself hold brackets and spaces.
        var end = line.LastIndexOf(')');
        var fields = end < 0 ? [] : line[(end + 1)..].Split(' ', StringSplitOptions.RemoveEmptyEntries);
        var begin = line.IndexOf(' ', StringComparison.Ordinal);
        if (fields.Length <= ThreadsField || begin < 0)
            return null;

        return new ProcStat(
            int.Parse(line.AsSpan(0, begin), CultureInfo.InvariantCulture), int.Parse(fields[ParentField], CultureInfo.InvariantCulture),
            Time(FirstTimeField) + Time(FirstTimeField + 1), Time(FirstTimeField + 2) + Time(FirstTimeField + 3),
            int.Parse(fields[ThreadsField], CultureInfo.InvariantCulture));

        TimeSpan Time(int field) =>
            TimeSpan.FromSeconds(long.Parse(fields[field], CultureInfo.InvariantCulture) / ProcFile.ClocksPerSecond);
    }
}

/// <summary>What became of the machine's CPU time since its start, in ticks, by the first line of <c>/proc/stat</c>, see proc(5).</summary>
/// <param name="Used">Without idle time, waiting for disks, and steal.</param>
/// <param name="Processes">Of it that of processes: interrupts are not charged to the process that caused them.</param>
internal readonly record struct CpuTimes(long Used, long Processes, long Stolen)
{
    // Of the fields behind the name: user, nice, system, idle, iowait, irq, softirq, steal. Those of guests are in user and nice.
    private const int StealField = 7;
    private static readonly int[] UsedFields = [0, 1, 2, 5, 6];
    private static readonly int[] ProcessFields = [0, 1, 2];

    public static int CountProcessors(string? stat) =>
        stat?.Split('\n').Count(l => l.StartsWith("cpu", StringComparison.Ordinal) && l.Length > 3 && char.IsAsciiDigit(l[3])) ?? 0;

    public static CpuTimes? Parse(string? line)
    {
        var fields = line?.Split(' ', StringSplitOptions.RemoveEmptyEntries) ?? [];
        if (fields is not ["cpu", ..] || fields.Length <= StealField + 1)
            return null;

        var times = Array.ConvertAll(fields[1..], f => long.Parse(f, CultureInfo.InvariantCulture));
        return new CpuTimes(UsedFields.Sum(f => times[f]), ProcessFields.Sum(f => times[f]), times[StealField]);
    }
}
