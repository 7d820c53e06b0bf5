namespace EventSourcingBench.Measurement.Machines;

/// <summary>CPU, memory and threads of a process and its descendants, from <c>/proc</c>, on Linux: elsewhere, and when the process is gone,
/// samples are null and nothing fails. Memory is resident: shared memory, such as a server's buffers, counts once.</summary>
/// <remarks>Of the process that samples itself it alone is counted: what it started, the API and servers, has other samplers.</remarks>
public sealed class ProcessTreeSampler
{
    private readonly int _pid;
    private readonly TimeProvider _time;
    private TimeSpan _cpu;
    private long _at;

    /// <summary>Makes a sampler and takes the sample that the first one is compared with.</summary>
    public ProcessTreeSampler(int pid, TimeProvider time, ProcessTable? table = null)
    {
        (_pid, _time, _at) = (pid, time, time.GetTimestamp());
        Take(table);
    }

    private bool IsSelf => _pid == System.Environment.ProcessId;

    /// <summary>The ids of a process and its descendants; none where it is gone, or elsewhere than on Linux.</summary>
    public static IReadOnlyList<int> ReadTree(int pid) => [.. ProcessTable.Read().TreeOf(pid).Select(p => p.Pid)];

    /// <summary>How many files, sockets and the like processes and their descendants have open; null where none can be looked at.</summary>
    public static int? CountHandles(IEnumerable<int> pids) =>
        pids.SelectMany(ReadTree).Select(ProcFile.ReadHandles).OfType<int>().ToList() is { Count: > 0 } counts ? counts.Sum() : null;

    /// <summary>Takes a sample. To be called by one caller at a time.</summary>
    /// <param name="table">The processes now. Default: they are read.</param>
    public ProcessSample? Take(ProcessTable? table = null)
    {
        var processes = !IsSelf ? (table ?? ProcessTable.Read()).TreeOf(_pid) : ProcFile.ReadStat(_pid) is { } main ? [main] : [];
        if (processes.Count == 0)
            return null;

        var cpu = processes.Aggregate(TimeSpan.Zero, (sum, p) => sum + p.Cpu + (IsSelf ? TimeSpan.Zero : p.EndedChildrenCpu));
        var bytes = ProcFile.ReadMemory(processes.Select(p => p.Pid));
        var now = _time.GetTimestamp();
        var elapsed = _time.GetElapsedTime(_at, now);

        // A descendant that ended without its parent's asking takes its time with it: no step back is shown.
        var used = cpu > _cpu ? cpu - _cpu : TimeSpan.Zero;
        (_at, _cpu) = (now, cpu);
        return new ProcessSample(
            cpu, elapsed > TimeSpan.Zero ? used / elapsed : 0, bytes, processes.Sum(p => p.Threads));
    }
}

/// <param name="Cpu">Processor time so far, ended child processes included.</param>
/// <param name="Cores">Cores busy since the sample before (1.0: one); since the sampler was made for the first.</param>
public readonly record struct ProcessSample(TimeSpan Cpu, double Cores, long Bytes, int Threads)
{
    public static ProcessSample operator +(ProcessSample one, ProcessSample other) => new(
        one.Cpu + other.Cpu, one.Cores + other.Cores, one.Bytes + other.Bytes, one.Threads + other.Threads);
}

/// <summary>The most memory that a process has had resident, as Linux keeps it: nothing between two samples is missed.</summary>
public static class PeakMemory
{
    /// <summary>Lets the peak begin again, from what is resident now. Where the system does not let it, the older peak stays.</summary>
    public static void Forget(int pid) => ProcFile.OrNull(() =>
    {
        const string ForgetPeak = "5";
        File.WriteAllText(FormattableString.Invariant($"/proc/{pid}/clear_refs"), ForgetPeak);
        return true;
    });

    /// <summary>The peak since then, or since its start, bytes; null when it has ended or the system does not tell.</summary>
    public static long? Read(int pid) => ProcFile.Kilobytes(ProcFile.TryRead(pid, "status"), "VmHWM:");
}
